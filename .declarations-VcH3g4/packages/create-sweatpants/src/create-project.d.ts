/** Writes a copy of the template into a folder that is new or empty, named after it. */
export declare function createProject(template: string, folder: string): Promise<void>;
