import { allAtOnce } from './mode.ts';
export declare const delphi: {
    name: "delphi";
    title: string;
    summary: string;
    rules: string[];
    recall: {
        speakers: "labels";
        rounds: "last";
        statistics: true;
    };
    opensWithBallot: false;
    order: typeof allAtOnce;
    assignRoles: () => never[];
    instruct: (turn: import("./mode.ts").Turn) => string;
};
