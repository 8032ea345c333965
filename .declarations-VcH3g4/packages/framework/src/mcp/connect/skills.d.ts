import type { Client } from '@modelcontextprotocol/client';
/** A skill of a server: instructions for a model, and files that they refer to. */
export interface HostedSkill {
    readonly uri: string;
    readonly name: string;
    readonly description: string;
    /**
     * Reads a file of the skill, by default its instructions. Nothing is read before. Rejects if the file is not the one that
     * the server listed: by size, digest or front matter.
     */
    read(file?: string): Promise<Uint8Array>;
}
/** Lists the skills of a server; none if it does not have the extension. */
export declare function listSkills(client: Client, maxDescription: number): Promise<HostedSkill[]>;
