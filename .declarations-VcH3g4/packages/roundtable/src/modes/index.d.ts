import type { Mode } from './mode.ts';
/** All modes, in the order in which they are offered. */
export declare const MODES: readonly [{
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
    order: typeof import("./mode.ts").allAtOnce;
    assignRoles: () => never[];
    instruct: (turn: import("./mode.ts").Turn) => string;
}, {
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
    order: typeof import("./mode.ts").allAtOnce;
    assignRoles: (count: number, perspectives: readonly string[]) => import("../browser.ts").Role[];
    instruct: (turn: import("./mode.ts").Turn) => string;
    usesPerspectives: true;
}, {
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
    order: typeof import("./mode.ts").allAtOnce;
    assignRoles: () => never[];
    instruct: (turn: import("./mode.ts").Turn) => string;
}, {
    name: "adversarial";
    title: string;
    summary: string;
    rules: string[];
    recall: {
        speakers: "names";
        rounds: "all";
        statistics: false;
    };
    opensWithBallot: true;
    order: typeof import("./mode.ts").oneByOne;
    assignRoles: (count: number) => import("../browser.ts").Role[];
    instruct: (turn: import("./mode.ts").Turn) => string;
    findViolation: typeof import("./opposing-side.ts").findOpposingSide;
}, {
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
    order: typeof import("./mode.ts").oneByOne;
    assignRoles: (count: number) => import("../browser.ts").Role[];
    instruct: (turn: import("./mode.ts").Turn) => string;
}, {
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
    order: typeof import("./mode.ts").oneByOne;
    assignRoles: (count: number) => readonly import("../browser.ts").Role[];
    instruct: (turn: import("./mode.ts").Turn) => string;
    findViolation: typeof import("./opposing-side.ts").findOpposingSide;
}, {
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
    order: (seats: readonly import("../browser.ts").Seat[]) => import("../browser.ts").Seat[][];
    assignRoles: (count: number) => import("../browser.ts").Role[];
    instruct: (turn: import("./mode.ts").Turn) => string;
    findViolation: typeof import("./opposing-side.ts").findOpposingSide;
}, {
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
    order: typeof import("./mode.ts").allAtOnce;
    assignRoles: () => never[];
    instruct: (turn: import("./mode.ts").Turn) => string;
}];
export type ModeName = (typeof MODES)[number]['name'];
export declare const modeNames: ("adversarial" | "collaborative" | "delphi" | "devils-advocate" | "expert-panel" | "ranking" | "red-team-blue-team" | "socratic")[];
export declare function findMode(name: string): Mode;
