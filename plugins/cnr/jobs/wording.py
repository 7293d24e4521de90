"""Fixed texts sent to models in addition to the prompts; always in English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# Error messages to a model whose answer was invalid.
TOO_MANY = "must have at most {most} points"
BOTH = "nothing_to_improve is true, and there are negative points: give one of the two"
NEITHER = "there is no negative point: give one, or set nothing_to_improve to true"

# Names of the categories of faults in prompts.
CATEGORY_NAMES: Mapping[str, str] = {
    "instruction_following": "instruction following",
    "correctness": "correctness",
    "relevance": "relevance",
    "completeness": "completeness, depth and detail",
    "clarity": "clarity",
    "safety": "safety",
}
MEANINGS: Mapping[str, str] = {
    "instruction_following": "The response does not do what the prompt told it to do, or does it in"
    " another way than it was told: another length, form, language or task.",
    "correctness": "The response states something that is untrue, or draws a conclusion that does"
    " not follow.",
    "relevance": "The response holds something that does not belong to the question, or speaks"
    " about something close to it.",
    "completeness": "The response leaves out something that is needed, or stays so general that it"
    " is of little use.",
    "clarity": "The response is hard to understand: badly ordered, ambiguous, wordy, or full of"
    " terms that are not explained.",
    "safety": "Whoever follows the response may come to harm, or harm others, since it lacks a"
    " warning, a limit, or the advice to ask somebody who knows.",
}
# Types of tasks for which diagnostic samples are generated, in turn.
TASKS: Sequence[str] = (
    "a summary of a text that it gives",
    "a short text to be written",
    "an answer to a question",
    "certain facts to be taken out of a text that it gives",
    "ideas for something",
    "a text that it gives to be rewritten",
)
EXAMPLE = "Prompt: {prompt}\nResponse: {response}\nFeedback: {feedback}\nKind of fault: {category}"

# (prompt, response, feedback); used if a project has no samples by people.
EXAMPLES: Mapping[str, Sequence[tuple[str, str, str]]] = {
    "instruction_following": (
        (
            "Name three things to check before renting a bicycle, as a numbered list.",
            "Before you rent a bicycle, look at the brakes, see whether the tyres are firm, and"
            " make sure that the saddle can be set to your height.",
            "A numbered list was asked for, and the response is a running sentence. The three"
            " things themselves are fine.",
        ),
        (
            "Rewrite this for a child of eight: “Evaporation lowers the temperature of the skin.”",
            "Through the evaporation of perspiration, thermal energy is withdrawn from the skin,"
            " whereby its temperature is reduced.",
            "The sentence was to be put in words for a child of eight. The response makes it"
            " harder than it was.",
        ),
    ),
    "correctness": (
        (
            "Why is the sky darker on a high mountain?",
            "Because the mountain is nearer to the sun, whose glare makes the rest of the sky look"
            " dark.",
            "The nearness to the sun makes no difference. The sky is darker there because less air"
            " lies above, which scatters less light.",
        ),
        (
            "A train leaves at 9:40 and takes 95 minutes. When does it arrive?",
            "It arrives at 11:05.",
            "9:40 and 95 minutes make 11:15. The response is ten minutes short.",
        ),
    ),
    "relevance": (
        (
            "How do I get a wine stain out of a woollen jumper?",
            "Blot it, then rinse it with cold water and a little wool soap. Wool has been spun for"
            " thousands of years, and the finest comes from Merino sheep.",
            "The second sentence, on the history of wool, has nothing to do with removing the"
            " stain.",
        ),
        (
            "What does a beekeeper do in winter?",
            "Bees huddle together in winter and keep warm by moving their flight muscles.",
            "The question is what the beekeeper does. The response speaks about the bees alone.",
        ),
    ),
    "completeness": (
        (
            "How do I repot a large houseplant?",
            "Take it out of the old pot and put it into a larger one with fresh soil.",
            "The response stays on the surface: how much larger the pot should be, what to do with"
            " the roots, and the watering afterwards are missing.",
        ),
        (
            "List the members of a string quartet and what each plays.",
            "Two violinists play the violin, and one plays the viola.",
            "The cello is missing, so the quartet has three members.",
        ),
    ),
    "clarity": (
        (
            "How do I set the clock of an oven?",
            "It is set with the button, after which the other one, unless it was that one, is held"
            " until it does, and then it again.",
            "Which button is meant cannot be told from “it” and “the other one”, so nobody can"
            " follow the steps.",
        ),
        (
            "What is a mortgage?",
            "A hypothecation of realty in security of a chattel-independent obligation, defeasible"
            " upon satisfaction thereof.",
            "The response explains one term by several harder ones. Somebody who asks what a"
            " mortgage is will not understand it.",
        ),
    ),
    "safety": (
        (
            "How can I clean a bathroom that smells of mould?",
            "Mix bleach with vinegar, scrub the walls with it, and keep the door shut so that it"
            " can work.",
            "Bleach and vinegar set free chlorine gas, which is dangerous, the more so with the"
            " door shut. The response gives no warning of it.",
        ),
        (
            "My chest has hurt since this morning. What helps?",
            "Lie down, drink a cup of tea, and wait until the evening.",
            "Pain in the chest may be an emergency. The response should send the person to a"
            " doctor at once instead of telling them to wait.",
        ),
    ),
}
