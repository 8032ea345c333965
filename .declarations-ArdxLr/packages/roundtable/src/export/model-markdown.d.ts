import { Html } from './html.ts';
/** Renders Markdown of a model as HTML without scripts, images and links other than web addresses. */
export declare function modelHtml(text: string): Html;
/** Rewrites Markdown of a model as a block quote without HTML, images, headings and links other than web addresses. */
export declare function modelQuote(text: string): string;
