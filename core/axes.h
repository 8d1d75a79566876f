/* One copy of the rules for every combination of axes, by inlining with constants.
 *
 * A function that is to be quick takes `const unsigned axes`, is NF_INLINE, and is instantiated
 * for every combination that makes sense; the compiler then drops what a variant does not need.
 * The tie-break is read only when a game ends, so it stays a run-time value.
 */
#ifndef NINEFOLD_AXES_H
#define NINEFOLD_AXES_H

/* The eleven combinations without contradiction (nf_axes_fit says why the others are out). */
#define NF_EACH_AXES(DO) DO(0) DO(1) DO(2) DO(3) DO(5) DO(6) DO(7) DO(10) DO(11) DO(14) DO(15)

/* Modern, Classic, Open and Battle. Code that takes the compiler long has copies for these alone,
 * and one more that reads the axes of other variants as it runs. */
#define NF_EACH_MODE(DO) DO(0) DO(3) DO(10) DO(15)

enum { NF_STATIC_AXES = 15 };

/* switch (axes & NF_STATIC_AXES) { NF_EACH_AXES(DO) } with DO(n) such as `case n: return f_##n(...);` */

#endif
