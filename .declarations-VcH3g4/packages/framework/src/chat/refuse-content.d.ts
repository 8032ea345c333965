import { type UserContent } from './user-content.ts';
export interface ContentLimits {
    /** The most characters that a message may have. */
    messageLimit: number;
    /** The most bytes that the images, sounds and files of a message may have. */
    attachmentLimit: number;
}
/** Throws a `CommandError` if the content is empty, too long, or nothing that a model can be given. */
export declare function refuseContent(content: UserContent, { messageLimit, attachmentLimit }: ContentLimits): void;
