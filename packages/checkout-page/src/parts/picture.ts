import { Component, type ComponentChildren, h } from 'preact';

interface PictureProps {
  readonly class: string;
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly loading?: 'lazy';
  /** What is shown where the picture cannot be loaded; nothing by default. */
  readonly fallback?: ComponentChildren;
}

/**
 * A picture beside its name. One that cannot be loaded is replaced, rather than shown as broken; only a page that runs its
 * script notices.
 */
export class Picture extends Component<PictureProps, { failedSrc?: string }> {
  override render({ fallback, src, ...attributes }: PictureProps): ComponentChildren {
    if (this.state.failedSrc === src) return fallback;
    const onError = (): void => this.setState({ failedSrc: src });
    return h('img', { alt: '', referrerpolicy: 'no-referrer', ...attributes, src, onError });
  }
}
