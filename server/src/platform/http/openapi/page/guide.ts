/** A step of the guide: Markdown, and lines for a shell that work after those of the steps before. */
export type GuideStep = { readonly title: string; readonly text: string; readonly shell?: string }
