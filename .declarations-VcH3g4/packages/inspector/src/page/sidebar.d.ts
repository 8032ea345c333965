import type { ReactNode } from 'react';
import { type PagePlace } from './use-place.ts';
import type { ProjectState } from './use-project.ts';
/** The tools and runs of the project. */
export declare function Sidebar({ project, place }: {
    project: ProjectState;
    place: PagePlace;
}): ReactNode;
