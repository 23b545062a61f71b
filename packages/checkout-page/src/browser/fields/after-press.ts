let waiting: (() => void)[] | undefined;

/**
 * Runs at once, or when the finger or button that is down is let go. What moves the page between pressing and letting go
 * makes a click miss its target: leaving a field by pressing the button must not push that button away first.
 */
export function afterPress(run: () => void): void {
  if (waiting) waiting.push(run);
  else run();
}

/** Starts to watch for presses. */
export function watchPresses(): void {
  const release = (): void => {
    const due = waiting ?? [];
    waiting = undefined;
    setTimeout(() => due.forEach((run) => run())); // after the click that the release is about to become
  };
  addEventListener('pointerdown', () => (waiting ??= []), true);
  addEventListener('pointerup', release, true);
  addEventListener('pointercancel', release, true);
}
