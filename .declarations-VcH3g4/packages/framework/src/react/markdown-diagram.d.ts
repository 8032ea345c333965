interface DiagramImage {
    src: string;
    width: number;
    height: number;
}
export type Diagram = {
    type: 'none' | 'drawing' | 'invalid';
} | {
    type: 'drawn';
    image: DiagramImage;
    onError: () => void;
};
/** Renders the source of a diagram; `drawing` until the image is ready. */
export declare function useDiagram(source: string | undefined): Diagram;
export {};
