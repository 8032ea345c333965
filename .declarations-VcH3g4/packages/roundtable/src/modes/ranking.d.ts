import { allAtOnce } from './mode.ts';
export declare const ranking: {
    name: "ranking";
    title: string;
    summary: string;
    rules: string[];
    recall: {
        speakers: "labels";
        rounds: "last";
        statistics: false;
    };
    opensWithBallot: false;
    ranks: true;
    order: typeof allAtOnce;
    assignRoles: () => never[];
    instruct: (turn: import("./mode.ts").Turn) => string;
};
