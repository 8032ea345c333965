import type { Role } from '../session/seat.ts';
import { allAtOnce } from './mode.ts';
export declare const expertPanel: {
    name: "expert-panel";
    title: string;
    summary: string;
    rules: string[];
    recall: {
        speakers: "names";
        rounds: "all";
        statistics: false;
    };
    opensWithBallot: false;
    order: typeof allAtOnce;
    assignRoles: (count: number, perspectives: readonly string[]) => Role[];
    instruct: (turn: import("./mode.ts").Turn) => string;
    usesPerspectives: true;
};
