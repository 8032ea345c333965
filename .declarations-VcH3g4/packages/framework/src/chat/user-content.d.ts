/** What a person says: text, or blocks with images, sounds and files. */
import { type GenericSchema } from 'valibot';
import type { AudioBlock, FileBlock, ImageBlock, McpBlock, TextBlock } from '../tools/message.ts';
export type UserBlock = TextBlock | ImageBlock | AudioBlock | FileBlock;
export type UserContent = string | UserBlock[];
export declare const userContent: GenericSchema<UserContent>;
export declare const toUserBlocks: (content: UserContent) => UserBlock[];
/** The blocks that a message of a person has, so that it can be sent again. */
export declare const isUserBlock: (block: McpBlock) => block is UserBlock;
/** Text that a file is made of is given to the model as text. */
export declare const isTextFile: ({ mimeType }: FileBlock) => boolean;
