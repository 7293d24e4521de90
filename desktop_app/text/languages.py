"""Language data of the matcher: function words, stemmers, number formats."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import Stemmer  # type: ignore[import-not-found,import-untyped,unused-ignore]

from desktop_app.text.words import LONGEST_WORD, NumberStyle, fold

# Function words: words that carry no content of their own and never match on their own.
#
# The lists are short on purpose. They contain articles, pronouns, prepositions, conjunctions and
# auxiliary verbs, but no negations, because an annotator must not overlook a “not”. Words are
# written in lower case and with straight apostrophes; `language` folds them. For languages in
# which an apostrophe ends a word (French, Italian), the shortened words are listed without it.


_LISTS = {
    "en": """
a about above after again against all also although always am among an and another any are around
as at be became because become been before being below between both but by came can could did do
does doing done down during each either else etc even ever every few first for from further get
gets got had has have having he he'd he'll he's her here here's hers herself him himself his how
how's however i i'd i'll i'm i've if in into is it it'd it'll it's its itself just let let's like
many may me might more most much must my myself of off on once one only onto or other others ought
our ours ourselves out over own per quite rather same shall she she'd she'll she's should since so
some such than that that's the their theirs them themselves then there there's therefore these
they they'd they'll they're they've this those though through thus to too toward towards under
until up upon us very was we we'd we'll we're we've were what what's when when's where where's
whether which while who who's whom whose why why's will with within would yet you you'd you'll
you're you've your yours yourself yourselves eg ie st nd rd th s d ll m re ve t
""",
    "de": """
aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes
anders auch auf aus bei beim bin bis bist da dabei dadurch dafür dagegen daher dahin damit danach
dann daran darauf daraus darin darüber darum das dass davon davor dazu dein deine deinem deinen
deiner dem den denn der deren des deshalb dessen die dies diese diesem diesen dieser dieses doch
dort du durch ein eine einem einen einer eines er es etwa etwas euch euer eure für gegen gewesen
hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres
im in indem ins ist ja jede jedem jeden jeder jedes jedoch jene jenem jenen jener jenes kann
können könnte konnte man manche mancher mehr mein meine meinem meinen meiner mich mir mit muss
müssen musste nach nachdem neben noch nun nur ob oder ohne schon sehr sein seine seinem seinen
seiner seines seit selbst sich sie sind so solche solchem solchen solcher solches soll sollen
sollte sondern sonst sowie über um und uns unser unsere unserem unseren unter viel vom von vor war
waren warst was weil weiter welche welchem welchen welcher welches wenn wer werde werden wie
wieder will wir wird wirst wo wollen wollte worden wurde wurden würde würden zu zum zur zwar
zwischen bzw usw
""",
    "fr": """
a afin ai ainsi alors après au aucun aussi autre autres aux avait avant avec avoir ayant c car ce
cela celle celles celui ces cet cette ceux chaque comme comment d dans de depuis des donc dont du
elle elles en encore entre es est et étaient était étant été être eu eux fait il ils j je jusqu
jusque l la là le les leur leurs lors lorsque lui m ma mais me même mêmes mes moi mon n nos notre
nous on ont ou où par parce pendant peu peut plus pour pourquoi puis qu quand que quel quelle
quelles quels qui quoi s sa sans se selon sera ses si soit son sont sous sur t ta tandis te tes
toi ton tous tout toute toutes très tu un une vers vos votre vous y
""",
    "es": """
a al algo algún alguna algunas alguno algunos ante antes así aún aunque bajo bien cada como cómo
con contra cual cuál cuales cuando cuándo de del desde donde dónde dos durante e el él ella ellas
ello ellos en entre era eran es esa esas ese eso esos esta está estaba están estas este esto estos
fue fueron ha haber había han hasta hay la las le les lo los más me mi mí mientras mis mucho muy
nos nosotros nuestra nuestras nuestro nuestros o os otra otras otro otros para pero poco por
porque pues que qué quien quién quienes se sea según ser si sí sido siendo sin sino sobre son su
sus también tan tanto te tiene tienen todo toda todas todos tras tu tú tus u un una unas uno unos
usted ustedes vosotros y ya yo
""",
    "it": """
a agli ai al alla alle allo anche ancora avere aveva c che chi ci cioè col come con contro cui d
da dagli dai dal dall dalla dalle dallo degli dei del dell della delle dello dentro di dopo dove
dunque e è ed era erano essere fa fino fra gli ha hanno ho i il in infatti io l la le lei li lo
loro lui m ma me mentre mi mia mie miei mio molto ne negli nei nel nell nella nelle nello noi
nostra nostre nostri nostro o ogni oppure per perché però più poi prima può qual quale quali
quando quanto quella quelle quelli quello questa queste questi questo qui s se sei si sia siamo
sono sopra sotto sta stata state stati stato su sua sue sugli sui sul sull sulla sulle sullo suo
suoi t tra tu tua tue tuo tuoi tutta tutte tutti tutto un una uno v vi voi vostra vostre vostri
vostro
""",
    "pt": """
a à ainda além algum alguma algumas alguns ante antes ao aos apenas após aquela aquelas aquele
aqueles aquilo as às assim até cada com como contra da das de dela delas dele deles depois desde
dessa desse desta deste do dos durante e é ela elas ele eles em embora então entre era eram essa
essas esse esses esta está estas este estes eu foi foram for há isso isto já la lhe lhes lo mais
mas me mesmo meu meus minha minhas muito muitos na nas nessa nesse nesta neste no nos nós nossa
nossas nosso nossos num numa o onde os ou outra outras outro outros para pela pelas pelo pelos
pois por porque porquê qual quais quando quanto que quê quem se seja sem sendo ser seu seus si
sido sob sobre sua suas são também tanto te tem têm ter teu tinha toda todas todo todos tu tua um
uma umas uns você vocês vos
""",
    "nl": """
aan al alle alles als altijd ander andere anderen bij binnen daar daarna dan dat de deze die dit
doch doen door dus echter een elk elke en er erg eens ge had hadden heb hebben heeft hem het hier
hij hoe hun iemand iets ik in is ja je jij jou jouw kan kon konden kunnen maar me meer mij mijn
moet moeten na naar nog nu of om omdat onder ons onze ook op over reeds sinds te tegen tijdens
toch toen tot tussen u uit uw van vanaf veel voor waar wanneer waren was wat we wel werd werden
wezen wie wij wil worden wordt zal ze zelf zich zij zijn zo zoals zonder zou zouden
""",
    "sv": """
all alla allt än annan annat andra är att av bara blev bli blir da då där de dem den denna deras
dess dessa det detta dig din dina ditt du efter eller en er era ett från för ha hade han hans har
hen henne hennes hon honom hur i ingen innan ja jag kan kunde man med medan mellan men mer mig min
mina mitt mot mycket när någon något några ni nu och också om oss på sådan så samma sedan ska
skulle som sig sin sina sitt själv till under upp ut utan vad var vara varit varje vars vem vi vid
vilka vilken vilket vår våra vårt över
""",
    "da": """
af alle alt anden andet andre at begge blev blive bliver da de dem den denne der deres det dette
dig din dine disse dit du efter eller en end er et for fordi fra før ham han hans har havde have
hen hende hendes her hos hun hvad hvem hver hvilken hvis hvor hvordan hvorfor hvornår i ind ja jeg
jer jo kan kunne man mange med meget mellem men mens mig min mine mit mod må ned noget nogle nu
når og også om op os over på samme selv sig sin sine sit skal skulle som sådan thi til ud under
var vi vil ville vor være været
""",
    "no": """
alle alt andre at av bare ble bli blir både da de deg dem den denne der dere deres det dette din
disse ditt du dykk eg ein eit eller en enn er et etter for fordi fra før ha hadde han hans har
hennes henne her hos hun hva hvem hver hvilken hvis hvor hvordan hvorfor i inn ja jeg kan kom
kunne man mange med meg meget mellom men mens mer min mitt mot må ned noe noen nå når og også om
opp oss over på samme seg selv si sin sine sitt skal skulle slik som til ut under var vi vil ville
vår være vært
""",
    "fi": """
ei eivät en että ennen eri hän häneen hänen hänet häntä he heidän heitä ja joista joita joka
joiden jolla jolle jos jossa josta jota jotka kaikki kanssa kautta kuin kuitenkin kuka kun me
meidän meitä mikä mitä mukaan mutta myös ne niiden niin niissä niitä noin nuo nyt oli olivat olla
on ovat se sekä sen siihen siinä siitä sillä sitä tai te teidän tämä tämän tässä tästä tätä vaan
vai vain vielä yli
""",
    "ru": """
а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до
его ее её если есть еще ещё ж же за здесь и из или им их к как какая какой когда которая которого
которое которой которые который которых кто ли лишь между меня мне может мой моя мы на над надо
нам нас него нее неё ней нем нём них но о об однако он она они оно от перед по под после потом
потому при про с сам себе себя со так такая также такие такой там то тогда того тоже той только
том тот ту ты у уже хотя чего чей чем что чтобы эта эти этим этих это этого этой этом этот эту я
""",
    "ar": """
في من على إلى عن مع هذا هذه ذلك تلك هو هي هم هن أنا نحن أنت التي الذي الذين اللذان و ف ب ل ك أو ثم
أن إن كان كانت يكون تكون قد كما كل بعد قبل بين عند حيث حتى إذا ما منذ لكن
""",
    "he": """
של את על אל עם מן זה זו זאת הוא היא הם הן אני אנחנו אתה אתם או גם כי אם אשר כל יש היה היתה היו
להיות כמו בין אחרי לפני עד רק
""",
}

# Grammatical characters of Chinese and Japanese: particles, endings and auxiliaries. They are
# function words in every language, because a text may quote another language.
_GRAMMATICAL_CHARACTERS = (
    "的了是在和与與及或也就都而着著之其于於把被让讓从從对對为為这這那个個们們吗嗎呢吧啊"
    "のはがをにでともへやかなよねだっすまたしてるれいさこそせられき"
)

GRAMMATICAL_CHARACTERS = frozenset(_GRAMMATICAL_CHARACTERS)

# Number words never match by similarity: “million” is not a misspelt “billion”.
_NUMBER_WORDS = {
    "en": """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred
hundreds thousand thousands million millions billion billions trillion trillions first second
third fourth fifth sixth seventh eighth ninth tenth
""",
    "de": """
null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn
sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig
neunzig hundert tausend million millionen milliarde milliarden billion billionen
""",
}

# A word with one of these prefixes is the opposite of the word without it.
_NEGATING_PREFIXES = {
    "en": ("un", "in", "im", "il", "ir", "dis", "non", "mis", "anti", "no", "not"),
    "de": ("un", "miss", "nicht", "anti"),
}


# The languages whose function words are known.
LANGUAGE_CODES = tuple(_LISTS)

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# The beginning of a text is enough to recognise its language.
_MOST_CHARACTERS = 2_000
# Languages of fewer texts than one in this number may be mistakes, because texts are short.
_FEWEST = 5


@lru_cache(maxsize=64)
def stop_words(code: str) -> frozenset[str]:
    """Return the function words of a language in lower case; empty if there is no list.

    `code`: a two-letter code such as “en”
    """
    return frozenset(_LISTS.get(code, "").split())


def language_of(texts: Iterable[str]) -> str:
    """Return the code of the language of most texts, by their function words; empty if unclear."""
    votes = _votes(texts)
    (code, number), *_ = votes.most_common(1) or [("", 0)]
    return code if 2 * number > votes.total() else ""


def languages_of(texts: Iterable[str]) -> list[str]:
    """Return the codes of the languages of at least a fifth of the texts, the most common first.

    Texts whose language is unclear do not count.
    """
    votes = _votes(texts)
    return [code for code, number in votes.most_common() if _FEWEST * number >= votes.total()]


def _votes(texts: Iterable[str]) -> Counter[str]:
    """Return the number of texts in each language; texts whose language is unclear do not count."""
    lists = {code: stop_words(code) for code in LANGUAGE_CODES}
    votes = Counter[str]()
    for text in texts:
        words = [fold(word) for word in _WORD.findall(text[:_MOST_CHARACTERS])]
        # `map` instead of a generator: this runs for each text that the window shows.
        hits = {code: sum(map(some.__contains__, words)) for code, some in lists.items()}
        best, second = sorted(hits, key=lambda code: -hits[code])[:2]
        # Languages share words such as “in”; two equally good ones decide nothing.
        if hits[best] > hits[second] and hits[best] * 10 > len(words):
            votes[best] += 1
    return votes


def number_words(code: str) -> frozenset[str]:
    """Return the number words of a language in lower case; empty if there is no list."""
    return frozenset(_NUMBER_WORDS.get(code, "").split())


def negating_prefixes(code: str) -> tuple[str, ...]:
    """Return the prefixes that turn a word of a language into its opposite; empty if unknown."""
    return _NEGATING_PREFIXES.get(code, ())


# ISO 639-1 codes and the names of the Snowball algorithms.
_ALGORITHMS = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "eo": "esperanto",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fa": "persian",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "nb": "norwegian",
    "ne": "nepali",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "st": "sesotho",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}
# Languages that write a comma before decimals.
_DECIMAL_COMMA = re.compile(
    "bg|c[as]|d[ae]|e[ltus]|f[ir]|h[ruy]|i[dst]|l[tv]|n[blno]|p[lt]|r[ou]|s[klrv]|tr|u[kz]|vi"
)
# Languages in which an apostrophe separates words (l’eau, dell’arte).
_APOSTROPHE_ENDS_WORD = frozenset(("ca", "fr", "it"))
_SAME = {"nb": "no", "nn": "no"}

# In Korean, particles follow a noun without a space. Snowball has no Korean stemmer.
_HANGUL = re.compile("[\uac00-\ud7a3]{3,}")
_PARTICLE = re.compile(
    "(?<=..)(?:에서는|에게서|으로써|으로서|에서|에게|한테|까지|부터|처럼|보다|마다|조차|으로|이나"
    "|은|는|이|가|을|를|의|에|로|와|과|도|만|나)$"
)


@dataclass(frozen=True, slots=True)
class Language:
    """Data of one language. Every part may be empty.

    `code`: first part of the language tag, in lower case, such as “en”
    `stop_words`: folded function words
    `number_words`: folded number words, which never match by similarity
    `negating_prefixes`: prefixes that turn a word into its opposite
    `style`: how numbers and apostrophes are parsed
    `stemmer`: returns the stems of words; None if there is no stemmer
    """

    code: str
    stop_words: frozenset[str]
    number_words: frozenset[str]
    negating_prefixes: tuple[str, ...]
    style: NumberStyle
    stemmer: Callable[[Sequence[str]], list[str]] | None

    def stems(self, forms: Sequence[str]) -> list[str]:
        """Return the stem of each folded form, in order.

        A form is its own stem if the language has no stemmer, if it contains a digit, or if it is
        longer than any real word. Korean nouns lose their particle in every language.
        """
        stems = list(forms)
        if self.stemmer is not None:
            # Only words that consist of letters are stemmed, because Snowball would change codes
            # such as “a320s”.
            places = [
                place
                for place, form in enumerate(stems)
                if len(form) <= LONGEST_WORD and form.replace("'", "").isalpha()
            ]
            result = self.stemmer([stems[place] for place in places])
            for place, stem in zip(places, result, strict=True):
                stems[place] = stem
        for place, form in enumerate(stems):
            if not form.isascii() and len(form) <= LONGEST_WORD and _HANGUL.fullmatch(form):
                stems[place] = _PARTICLE.sub("", form)
        return stems

    def opposites(self, one: str, other: str) -> bool:
        """Return whether one form is the other one with a negating prefix: possible, impossible."""
        if len(one) > len(other):
            one, other = other, one
        return other.endswith(one) and other[: len(other) - len(one)] in self.negating_prefixes


@lru_cache(maxsize=64)
def language(code: str) -> Language:
    """Return the data of a language.

    `code`: a language tag, of which only the first part counts, ignoring case (“en”, “en-GB”,
        “de_AT”)

    An unknown language is not an error: its words match if they are equal or similar.
    """
    code = re.split("[-_]", code.strip().lower())[0]
    listed = _SAME.get(code, code)
    algorithm = _ALGORITHMS.get(code)
    return Language(
        code=code,
        stop_words=frozenset(map(fold, stop_words(listed))),
        number_words=frozenset(map(fold, number_words(listed))),
        negating_prefixes=negating_prefixes(listed),
        style=NumberStyle(
            _DECIMAL_COMMA.fullmatch(code) is not None, code in _APOSTROPHE_ENDS_WORD
        ),
        stemmer=None if algorithm is None else Stemmer.Stemmer(algorithm).stemWords,
    )
