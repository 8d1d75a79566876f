/** Short sounds made on the spot: nothing to load, never the only sign of anything. */

import { settings } from "./settings.svelte";

type Sound = "move" | "theirs" | "capture" | "steal" | "low" | "win" | "end";

/** Notes as [frequency, start, length] in hertz and seconds. */
const NOTES: Record<Sound, readonly (readonly [number, number, number])[]> = {
  move: [[520, 0, 0.07]],
  theirs: [[390, 0, 0.09]],
  capture: [
    [520, 0, 0.08],
    [780, 0.08, 0.14],
  ],
  steal: [
    [700, 0, 0.07],
    [350, 0.07, 0.1],
    [880, 0.17, 0.16],
  ],
  low: [
    [880, 0, 0.06],
    [880, 0.14, 0.06],
  ],
  win: [
    [523, 0, 0.12],
    [659, 0.12, 0.12],
    [784, 0.24, 0.12],
    [1047, 0.36, 0.3],
  ],
  end: [
    [440, 0, 0.16],
    [330, 0.16, 0.3],
  ],
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  // Browsers let a page sound only after a touch or key; before that it stays silent.
  if (!context && !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [frequency, start, length] of NOTES[sound]) note(context, frequency, context.currentTime + start, length);
}

function note(audio: AudioContext, frequency: number, start: number, length: number): void {
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  oscillator.type = "triangle";
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.14, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length + 0.02);
}
