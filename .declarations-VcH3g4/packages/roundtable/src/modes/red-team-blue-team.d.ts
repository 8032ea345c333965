import type { Role, Seat } from '../session/seat.ts';
import { findOpposingSide } from './opposing-side.ts';
export declare const redTeamBlueTeam: {
    name: "red-team-blue-team";
    title: string;
    summary: string;
    rules: string[];
    recall: {
        speakers: "names";
        rounds: "all";
        statistics: false;
    };
    opensWithBallot: true;
    order: (seats: readonly Seat[]) => Seat[][];
    assignRoles: (count: number) => Role[];
    instruct: (turn: import("./mode.ts").Turn) => string;
    findViolation: typeof findOpposingSide;
};
