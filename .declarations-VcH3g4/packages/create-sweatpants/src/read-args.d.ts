export interface Args {
    folder: string | undefined;
    yes: boolean;
    help: boolean;
    version: boolean;
}
export declare function readArgs(args: readonly string[]): Args;
