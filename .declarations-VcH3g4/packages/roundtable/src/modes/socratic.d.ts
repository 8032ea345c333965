import type { Role } from '../session/seat.ts';
import { oneByOne } from './mode.ts';
export declare const socratic: {
    name: "socratic";
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
    assignRoles: (count: number) => Role[];
    instruct: (turn: import("./mode.ts").Turn) => string;
};
