import { allAtOnce } from './mode.ts';
export declare const collaborative: {
    name: "collaborative";
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
    assignRoles: () => never[];
    instruct: (turn: import("./mode.ts").Turn) => string;
};
