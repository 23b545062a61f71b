import { type ComponentChildren, h, type HTMLAttributes, type TargetedEvent } from 'preact';

/** A picture beside its name. One that cannot be loaded is left out, rather than shown as broken. */
export const Picture = (props: HTMLAttributes<HTMLImageElement>): ComponentChildren =>
  h('img', { alt: '', referrerpolicy: 'no-referrer', onError: leaveOut, ...props });

const leaveOut = ({ currentTarget: { style } }: TargetedEvent<HTMLImageElement>): void => {
  style.display = 'none';
};
