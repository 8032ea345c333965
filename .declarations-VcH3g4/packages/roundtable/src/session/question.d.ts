import type { Usage } from '@sweatpants/framework';
/** A sentence to be for or against. */
export interface Proposition {
    kind: 'proposition';
    /** The proposition as a sentence. */
    proposition: string;
    /** The two answers as people say them: “Yes, migrate now”. */
    yes: string;
    no: string;
}
/** A question whose possible answers are known. */
export interface Choice {
    kind: 'choice';
    options: string[];
}
/** A question for a number. */
export interface Estimate {
    kind: 'estimate';
    /** What the number measures. */
    quantity: string;
    unit: string;
}
/** A question whose answers the seats propose. */
export interface OpenQuestion {
    kind: 'open';
}
export type QuestionForm = Proposition | Choice | Estimate | OpenQuestion;
export type QuestionKind = QuestionForm['kind'];
/** What a debate decides. The kind determines the form of every answer. */
export type Question = QuestionForm & {
    /** Whether it can turn out which answer was right. False where the answer depends on values or taste. */
    isCheckable: boolean;
    /** `default`: no model could decide on the kind, so the question counts as open. */
    by: 'caller' | 'model' | 'default';
    /** The first round whose answers have this form. */
    since: number;
};
/** Proposals that say the same, according to a model that saw their texts without names. */
export interface ProposalGroup {
    /** The common proposal, and the possible answer from the next round on. */
    label: string;
    /** Why these proposals are the same. */
    reason: string;
    /** The proposals in the words of the seats. */
    texts: string[];
}
/** The proposals of an open question, merged at the end of a round. */
export interface Merger {
    groups: ProposalGroup[];
    /** The round whose proposals were merged last. */
    round: number;
    /** The model that merged them; absent if there was nothing to merge. */
    model?: string;
    /** Why no model merged them: each proposal is then a group of its own. */
    problem?: string;
    usage: Usage;
}
/** Returns the answers that a seat can choose from. An open question has some once its proposals were merged. */
export declare function optionsOf({ question, merger }: {
    question?: Question;
    merger?: Merger;
}): readonly string[];
/** Returns the group that a proposal belongs to, by its label or by one of its texts. */
export declare const groupOf: (merger: Merger | undefined, proposal: string) => ProposalGroup | undefined;
/** Texts that differ only in case, blanks and a final full stop are the same proposal. */
export declare const foldText: (text: string) => string;
