/**
 * The widths and heights at which the page changes its layout. Styles use their names, as in `@media (--narrow)`, and the build
 * inserts the conditions; styles contain no widths of their own. A component that adapts to its container uses a container query,
 * as in `@container (--slim)`.
 */

/** Four widths: a small phone, a phone, a tablet, a desktop. */
const NARROW = 560
const PHONE = 760
const TABLET = 1000
const DESKTOP = 1280

/** A panel or a dialog too narrow for two columns: on a small phone, or in a narrow column of a desktop. */
const SLIM = 500
/** A dock too narrow for chips, buttons and their keys in one row, between the purse and the buttons of a seat. */
const CROWDED = 850

/** Heights: a phone held sideways, a flat window, a laptop or small phone, a lower desktop window, a large phone. */
const SHORT = 500
const FLAT = 700
const LOW = 820
const MEDIUM = 860
const TALL = 900

export const MEDIA: Readonly<Record<string, string>> = {
  "--narrow": `(max-width: ${NARROW}px)`,
  "--over-narrow": `(min-width: ${NARROW}px)`,
  "--phone": `(max-width: ${PHONE}px)`,
  "--over-phone": `(min-width: ${PHONE + 1}px)`,
  "--tablet": `(max-width: ${TABLET}px)`,
  "--over-tablet": `(min-width: ${TABLET + 1}px)`,
  "--under-desktop": `(max-width: ${DESKTOP - 1}px)`,
  "--desktop": `(min-width: ${DESKTOP}px)`,
  "--slim": `(max-width: ${SLIM}px)`,
  "--crowded": `(max-width: ${CROWDED}px)`,
  "--short": `(max-height: ${SHORT}px)`,
  "--over-short": `(min-height: ${SHORT + 1}px)`,
  "--flat": `(max-height: ${FLAT}px)`,
  "--low": `(max-height: ${LOW}px)`,
  "--over-low": `(min-height: ${LOW + 1}px)`,
  "--medium": `(max-height: ${MEDIUM}px)`,
  "--tall": `(max-height: ${TALL}px)`,
}

/** Return the conditions with every name replaced by its definition. */
export function withBreakpoints(conditions: string): string {
  return conditions.replace(/\((--[a-z-]+)\)/g, (_, name: string) => {
    const condition = MEDIA[name]
    if (condition === undefined) throw new Error(`${name} is not in src/css/breakpoints.ts`)
    return condition
  })
}
