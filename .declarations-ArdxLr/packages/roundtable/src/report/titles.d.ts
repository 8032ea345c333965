/** The titles of the parts of a report, on the page, in the terminal and in exports. */
export declare const TITLES: {
    readonly vote: 'The vote';
    readonly changed: 'Who changed their mind';
    readonly unheard: 'Not heard';
    readonly sureness: 'How sure';
    readonly computed: 'How this is computed';
    readonly backing: 'Who is behind it';
    readonly weights: 'How much each panellist counts';
    readonly dissent: 'Who disagreed';
    readonly changes: 'What would change it';
    readonly warnings: 'Be careful';
    readonly positions: 'Positions over rounds';
    readonly agreement: 'Who agrees with whom';
    readonly claims: 'Arguments';
    readonly sources: 'Other sources';
    readonly transcript: 'Transcript';
};
