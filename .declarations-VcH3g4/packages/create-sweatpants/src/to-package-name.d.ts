/** Returns a valid npm name made of the folder's name. */
export declare function toPackageName(folder: string): string;
