import type { Role } from '../session/seat.ts';
import { oneByOne } from './mode.ts';
import { findOpposingSide } from './opposing-side.ts';
export declare const devilsAdvocate: {
    name: "devils-advocate";
    title: string;
    summary: string;
    rules: string[];
    recall: {
        speakers: "names";
        rounds: "all";
        statistics: false;
    };
    opensWithBallot: true;
    order: typeof oneByOne;
    assignRoles: (count: number) => readonly Role[];
    instruct: (turn: import("./mode.ts").Turn) => string;
    findViolation: typeof findOpposingSide;
};
