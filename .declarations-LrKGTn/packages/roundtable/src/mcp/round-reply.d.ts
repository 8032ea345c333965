import { z } from 'zod';
import type { IgnoredResult } from '../debate/roundtable.ts';
import type { AgentResponse } from '../session/response.ts';
import { type Session } from '../session/session.ts';
/** The result of a round, the most important fields first. */
export declare const roundReply: z.ZodObject<{
    sessionId: z.ZodString;
    topic: z.ZodString;
    mode: z.ZodString;
    roundNumber: z.ZodNumber;
    totalRounds: z.ZodNumber;
    status: z.ZodEnum<{
        completed: "completed";
        in_progress: "in_progress";
        needs_context: "needs_context";
    }>;
    nextStep: z.ZodString;
    endReason: z.ZodOptional<z.ZodEnum<{
        budget: "budget";
        decided: "decided";
        rounds: "rounds";
        stable_disagreement: "stable_disagreement";
        stopped: "stopped";
        unanimous: "unanimous";
    }>>;
    contextRequests: z.ZodArray<z.ZodObject<{
        id: z.ZodString;
        agentId: z.ZodString;
        query: z.ZodString;
        reason: z.ZodString;
        priority: z.ZodEnum<{
            optional: "optional";
            required: "required";
        }>;
        timestamp: z.ZodString;
    }, z.core.$strip>>;
    ignoredContextResults: z.ZodArray<z.ZodObject<{
        requestId: z.ZodString;
        reason: z.ZodEnum<{
            repeated: "repeated";
            unknown: "unknown";
        }>;
    }, z.core.$strip>>;
    decision: z.ZodObject<{
        consensusLevel: z.ZodEnum<{
            high: "high";
            insufficient: "insufficient";
            low: "low";
            medium: "medium";
        }>;
        agreementScore: z.ZodNumber;
        answer: z.ZodOptional<z.ZodString>;
        probability: z.ZodOptional<z.ZodNumber>;
        leading: z.ZodOptional<z.ZodString>;
        actionRecommendation: z.ZodString;
    }, z.core.$strip>;
    agentResponses: z.ZodArray<z.ZodObject<{
        agentId: z.ZodString;
        position: z.ZodString;
        answer: z.ZodOptional<z.ZodString>;
        stance: z.ZodOptional<z.ZodEnum<{
            neutral: "neutral";
            oppose: "oppose";
            support: "support";
        }>>;
        confidence: z.ZodOptional<z.ZodNumber>;
        model: z.ZodString;
        keyPoints: z.ZodArray<z.ZodString>;
        agreesWith: z.ZodArray<z.ZodString>;
        changeReason: z.ZodOptional<z.ZodString>;
        violation: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>>;
    failures: z.ZodArray<z.ZodObject<{
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
    }, z.core.$strip>>;
    evidence: z.ZodObject<{
        citations: z.ZodArray<z.ZodObject<{
            title: z.ZodString;
            url: z.ZodOptional<z.ZodString>;
            quote: z.ZodOptional<z.ZodString>;
            claim: z.ZodOptional<z.ZodString>;
            agentId: z.ZodString;
            round: z.ZodNumber;
        }, z.core.$strip>>;
        conflicts: z.ZodArray<z.ZodObject<{
            agentId: z.ZodString;
            answer: z.ZodString;
            confidence: z.ZodOptional<z.ZodNumber>;
            reason: z.ZodString;
        }, z.core.$strip>>;
        consensusSummary: z.ZodString;
        keyPoints: z.ZodArray<z.ZodString>;
    }, z.core.$strip>;
    metadata: z.ZodObject<{
        seats: z.ZodArray<z.ZodObject<{
            agentId: z.ZodString;
            model: z.ZodString;
            family: z.ZodString;
            persona: z.ZodOptional<z.ZodString>;
            role: z.ZodOptional<z.ZodString>;
        }, z.core.$strip>>;
        focusQuestion: z.ZodOptional<z.ZodString>;
        consensus: z.ZodOptional<z.ZodObject<{
            round: z.ZodNumber;
            basis: z.ZodEnum<{
                answers: "answers";
                positions: "positions";
                stances: "stances";
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
                probability: z.ZodNumber;
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
            seats: z.ZodObject<{
                total: z.ZodNumber;
                heard: z.ZodNumber;
                absent: z.ZodNumber;
            }, z.core.$strip>;
            families: z.ZodArray<z.ZodString>;
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
        }, z.core.$strip>>;
        startedAt: z.ZodOptional<z.ZodString>;
        endedAt: z.ZodOptional<z.ZodString>;
        notice: z.ZodOptional<z.ZodString>;
    }, z.core.$strip>;
    usage: z.ZodObject<{
        round: z.ZodObject<{
            inputTokens: z.ZodNumber;
            outputTokens: z.ZodNumber;
            costUsd: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strip>;
        session: z.ZodObject<{
            inputTokens: z.ZodNumber;
            outputTokens: z.ZodNumber;
            costUsd: z.ZodOptional<z.ZodNumber>;
        }, z.core.$strip>;
    }, z.core.$strip>;
}, z.core.$strip>;
export type RoundReply = z.infer<typeof roundReply>;
/** Returns the reply about a round, by default the last. */
export declare function toRoundReply(session: Session, ignored: readonly IgnoredResult[], number?: number): RoundReply;
export declare const citationsIn: (responses: readonly AgentResponse[]) => RoundReply['evidence']['citations'];
