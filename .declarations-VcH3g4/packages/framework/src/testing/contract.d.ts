/** One thing that every implementation of a seam must do. A contract suite is a list of them, for any test runner. */
export interface ContractCase {
    readonly name: string;
    run(): Promise<void>;
}
