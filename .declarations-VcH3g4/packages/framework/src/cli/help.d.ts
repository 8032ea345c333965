export declare const HELP: string;
