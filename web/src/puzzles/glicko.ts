/**
 * Glicko-2 (Glickman 2013): a solve is a game between a person and a puzzle. The numbers are lichess's, but for two: the
 * deviation starts at Glickman's 350 and a game changes a rating by 350 at most, so that a first mistake hurts less.
 */

export interface Rating {
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
}

export interface Game {
  readonly against: number;
  readonly deviation: number;
  /** 1 for a puzzle solved, 0 for one that was not. */
  readonly score: number;
}

export const START: Rating = { rating: 1500, deviation: 350, volatility: 0.09 };
/** A puzzle's rating is measured by levels, not by people: it is taken to be off by so much. */
export const PUZZLE_DEVIATION = 80;

const SCALE = 173.7178;
const TAU = 0.75;
const [LEAST, MOST] = [45, 350];
const MOST_CHANGE = 350;
const CLOSE = 1e-6;

/** A rating after the games of one period. */
export function rated(before: Rating, games: readonly Game[], tau = TAU): Rating {
  const mu = (before.rating - START.rating) / SCALE;
  const phi = before.deviation / SCALE;
  const terms = games.map(({ against, deviation, score }) => {
    const g = 1 / Math.sqrt(1 + (3 * (deviation / SCALE) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-g * (mu - (against - START.rating) / SCALE)));
    return { information: g * g * expected * (1 - expected), surprise: g * (score - expected) };
  });
  const variance = 1 / sum(terms.map(({ information }) => information));
  const surprise = sum(terms.map((term) => term.surprise));
  const volatility = volatilityAfter(before.volatility, phi, variance, variance * surprise, tau);
  const spread = 1 / Math.sqrt(1 / (phi * phi + volatility * volatility) + 1 / variance);
  const deviation = Math.min(MOST, Math.max(LEAST, SCALE * spread));
  const change = Math.min(MOST_CHANGE, Math.max(-MOST_CHANGE, SCALE * spread * spread * surprise));
  return { rating: before.rating + change, deviation, volatility };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, two) => one + two, 0);

/** Step 5 of the paper: where its function f is 0, by the Illinois method. */
function volatilityAfter(sigma: number, phi: number, variance: number, delta: number, tau: number): number {
  const a = Math.log(sigma * sigma);
  const f = (x: number): number => {
    const whole = phi * phi + variance + Math.exp(x);
    return (Math.exp(x) * (delta * delta - whole)) / (2 * whole * whole) - (x - a) / (tau * tau);
  };
  let low = a;
  let high = Math.log(Math.max(delta * delta - phi * phi - variance, 1e-12));
  if (delta * delta <= phi * phi + variance) for (high = a - tau; f(high) < 0;) high -= tau;
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > CLOSE) {
    const between = low + ((low - high) * atLow) / (atHigh - atLow);
    const value = f(between);
    if (value * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [between, value];
  }
  return Math.exp(low / 2);
}
