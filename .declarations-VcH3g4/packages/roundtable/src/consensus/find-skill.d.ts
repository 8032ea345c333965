/** Returns a model's name as the table has it: without its provider, release date and packing. */
export declare function toSkillName(model: string): string;
/** Returns the accuracy of a model in the table, or in `own`, which is looked at first; `undefined` if it is unknown. */
export declare function findSkill(model: string, own?: Readonly<Record<string, number>>): number | undefined;
