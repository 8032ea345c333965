import { z } from 'zod';
export declare const usage: z.ZodObject<{
    inputTokens: z.ZodNumber;
    outputTokens: z.ZodNumber;
    costUsd: z.ZodOptional<z.ZodNumber>;
}, z.core.$strip>;
export declare const citation: z.ZodObject<{
    title: z.ZodString;
    url: z.ZodOptional<z.ZodString>;
    quote: z.ZodOptional<z.ZodString>;
    claim: z.ZodOptional<z.ZodString>;
    isChecked: z.ZodOptional<z.ZodLiteral<true>>;
}, z.core.$strip>;
export declare const attributedCitation: z.ZodObject<{
    title: z.ZodString;
    url: z.ZodOptional<z.ZodString>;
    quote: z.ZodOptional<z.ZodString>;
    claim: z.ZodOptional<z.ZodString>;
    isChecked: z.ZodOptional<z.ZodLiteral<true>>;
    agentId: z.ZodString;
    round: z.ZodNumber;
}, z.core.$strip>;
export declare const failure: z.ZodObject<{
    agentId: z.ZodString;
    model: z.ZodString;
    round: z.ZodNumber;
    phase: z.ZodEnum<{
        ballot: "ballot";
        response: "response";
        start: "start";
    }>;
    code: z.ZodString;
    reason: z.ZodString;
}, z.core.$strip>;
export declare const contextRequest: z.ZodObject<{
    id: z.ZodString;
    agentId: z.ZodString;
    query: z.ZodString;
    reason: z.ZodString;
    priority: z.ZodEnum<{
        optional: "optional";
        required: "required";
    }>;
    alsoAskedBy: z.ZodOptional<z.ZodArray<z.ZodString>>;
    timestamp: z.ZodString;
}, z.core.$strip>;
export declare const level: z.ZodEnum<{
    high: "high";
    insufficient: "insufficient";
    low: "low";
    medium: "medium";
}>;
export declare const dissent: z.ZodObject<{
    agentId: z.ZodString;
    answer: z.ZodString;
    confidence: z.ZodOptional<z.ZodNumber>;
    reason: z.ZodString;
}, z.core.$strip>;
export declare const consensus: z.ZodObject<{
    round: z.ZodNumber;
    kind: z.ZodEnum<{
        choice: "choice";
        estimate: "estimate";
        open: "open";
        proposition: "proposition";
    }>;
    level: z.ZodEnum<{
        high: "high";
        insufficient: "insufficient";
        low: "low";
        medium: "medium";
    }>;
    agreementScore: z.ZodNumber;
    leading: z.ZodOptional<z.ZodString>;
    probability: z.ZodOptional<z.ZodNumber>;
    decision: z.ZodOptional<z.ZodObject<{
        answer: z.ZodString;
        probability: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>>;
    vote: z.ZodArray<z.ZodObject<{
        answer: z.ZodString;
        agentIds: z.ZodArray<z.ZodString>;
        families: z.ZodArray<z.ZodString>;
    }, z.core.$strip>>;
    independentVote: z.ZodArray<z.ZodObject<{
        answer: z.ZodString;
        agentIds: z.ZodArray<z.ZodString>;
        families: z.ZodArray<z.ZodString>;
    }, z.core.$strip>>;
    againVote: z.ZodOptional<z.ZodArray<z.ZodObject<{
        answer: z.ZodString;
        agentIds: z.ZodArray<z.ZodString>;
        families: z.ZodArray<z.ZodString>;
    }, z.core.$strip>>>;
    unrated: z.ZodOptional<z.ZodEnum<{
        demo: "demo";
        estimate: "estimate";
        evidence: "evidence";
        values: "values";
    }>>;
    estimate: z.ZodOptional<z.ZodObject<{
        median: z.ZodNumber;
        low: z.ZodNumber;
        high: z.ZodNumber;
        unit: z.ZodString;
    }, z.core.$strip>>;
    seats: z.ZodObject<{
        total: z.ZodNumber;
        heard: z.ZodNumber;
        absent: z.ZodNumber;
    }, z.core.$strip>;
    carried: z.ZodArray<z.ZodString>;
    weights: z.ZodArray<z.ZodObject<{
        agentId: z.ZodString;
        skill: z.ZodNumber;
        isListed: z.ZodBoolean;
        known: z.ZodNumber;
        right: z.ZodNumber;
        weight: z.ZodNumber;
    }, z.core.$strip>>;
    effective: z.ZodNumber;
    outcomes: z.ZodNumber;
    families: z.ZodArray<z.ZodString>;
    ranking: z.ZodOptional<z.ZodArray<z.ZodObject<{
        agentId: z.ZodString;
        score: z.ZodNumber;
        place: z.ZodNumber;
        rankings: z.ZodNumber;
    }, z.core.$strip>>>;
    flips: z.ZodArray<z.ZodObject<{
        agentId: z.ZodString;
        round: z.ZodNumber;
        from: z.ZodString;
        to: z.ZodString;
        reason: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
    dissent: z.ZodArray<z.ZodObject<{
        agentId: z.ZodString;
        answer: z.ZodString;
        confidence: z.ZodOptional<z.ZodNumber>;
        reason: z.ZodString;
    }, z.core.$strip>>;
    warnings: z.ZodArray<z.ZodString>;
    recommendation: z.ZodString;
}, z.core.$strip>;
/** What is decided, and who said so. */
export declare const question: z.ZodObject<{
    kind: z.ZodEnum<{
        choice: "choice";
        estimate: "estimate";
        open: "open";
        proposition: "proposition";
    }>;
    proposition: z.ZodOptional<z.ZodString>;
    yes: z.ZodOptional<z.ZodString>;
    no: z.ZodOptional<z.ZodString>;
    options: z.ZodOptional<z.ZodArray<z.ZodString>>;
    quantity: z.ZodOptional<z.ZodString>;
    unit: z.ZodOptional<z.ZodString>;
    isCheckable: z.ZodBoolean;
    by: z.ZodEnum<{
        caller: "caller";
        default: "default";
        model: "model";
    }>;
}, z.core.$strip>;
export declare const proposals: z.ZodArray<z.ZodObject<{
    label: z.ZodString;
    reason: z.ZodString;
    texts: z.ZodArray<z.ZodString>;
}, z.core.$strip>>;
export declare const summary: z.ZodObject<{
    text: z.ZodString;
    keyPoints: z.ZodArray<z.ZodString>;
    model: z.ZodString;
}, z.core.$strip>;
export declare const synthesis: z.ZodObject<{
    answer: z.ZodString;
    reasons: z.ZodArray<z.ZodObject<{
        text: z.ZodString;
        agentIds: z.ZodArray<z.ZodString>;
    }, z.core.$strip>>;
    conditions: z.ZodArray<z.ZodObject<{
        text: z.ZodString;
        agentIds: z.ZodArray<z.ZodString>;
    }, z.core.$strip>>;
    risks: z.ZodArray<z.ZodObject<{
        text: z.ZodString;
        agentIds: z.ZodArray<z.ZodString>;
    }, z.core.$strip>>;
    nextSteps: z.ZodArray<z.ZodObject<{
        text: z.ZodString;
        agentIds: z.ZodArray<z.ZodString>;
    }, z.core.$strip>>;
    commonGround: z.ZodArray<z.ZodObject<{
        text: z.ZodString;
        agentIds: z.ZodArray<z.ZodString>;
    }, z.core.$strip>>;
    disagreements: z.ZodArray<z.ZodObject<{
        text: z.ZodString;
        agentIds: z.ZodArray<z.ZodString>;
        settledBy: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
    wouldChange: z.ZodArray<z.ZodObject<{
        text: z.ZodString;
        agentIds: z.ZodArray<z.ZodString>;
    }, z.core.$strip>>;
    contradiction: z.ZodOptional<z.ZodObject<{
        written: z.ZodString;
        counted: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
    isCut: z.ZodOptional<z.ZodBoolean>;
    model: z.ZodString;
    round: z.ZodNumber;
}, z.core.$strip>;
export declare const ballot: z.ZodObject<{
    agentId: z.ZodString;
    position: z.ZodString;
    answer: z.ZodOptional<z.ZodString>;
    stance: z.ZodOptional<z.ZodEnum<{
        neutral: "neutral";
        oppose: "oppose";
        support: "support";
    }>>;
    estimate: z.ZodOptional<z.ZodObject<{
        value: z.ZodNumber;
        low: z.ZodOptional<z.ZodNumber>;
        high: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>>;
    confidence: z.ZodOptional<z.ZodNumber>;
}, z.core.$strip>;
/** An answer without its full reasoning. */
export declare const briefResponse: z.ZodObject<{
    agentId: z.ZodString;
    position: z.ZodString;
    answer: z.ZodOptional<z.ZodString>;
    stance: z.ZodOptional<z.ZodEnum<{
        neutral: "neutral";
        oppose: "oppose";
        support: "support";
    }>>;
    estimate: z.ZodOptional<z.ZodObject<{
        value: z.ZodNumber;
        low: z.ZodOptional<z.ZodNumber>;
        high: z.ZodOptional<z.ZodNumber>;
    }, z.core.$strip>>;
    confidence: z.ZodOptional<z.ZodNumber>;
    model: z.ZodString;
    keyPoints: z.ZodArray<z.ZodString>;
    agreesWith: z.ZodArray<z.ZodString>;
    changeReason: z.ZodOptional<z.ZodString>;
    ranking: z.ZodOptional<z.ZodArray<z.ZodString>>;
    rankingProblem: z.ZodOptional<z.ZodString>;
    violation: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
export declare const endReason: z.ZodEnum<{
    budget: "budget";
    decided: "decided";
    rounds: "rounds";
    stable_disagreement: "stable_disagreement";
    stopped: "stopped";
    unanimous: "unanimous";
}>;
export declare const seat: z.ZodObject<{
    agentId: z.ZodString;
    model: z.ZodString;
    family: z.ZodString;
    persona: z.ZodOptional<z.ZodString>;
    role: z.ZodOptional<z.ZodString>;
    replaces: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
