import type { Positions } from '../report/positions.ts';
import { type Html } from './html.ts';
/** The number of colours; seats that share a colour differ by their number. */
export declare const seatClass: (number: number) => string;
/** Draws positions over rounds as a static picture. */
export declare function picture(positions: Positions): Html;
