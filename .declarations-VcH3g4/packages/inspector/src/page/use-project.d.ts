import type { ProjectEvent, ShownProject } from '../project.ts';
/** The project, with the place of the last known event of each run. */
export interface ProjectState extends ShownProject {
    heads: Readonly<Record<string, number>>;
}
/** Follows the project. Loads it again when the inspector was restarted. */
export declare function useProject(): {
    project: ProjectState | undefined;
    isAway: boolean;
};
export declare function reduceProject(project: ProjectState, event: ProjectEvent): ProjectState;
