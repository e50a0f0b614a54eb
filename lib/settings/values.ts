import * as z from 'zod/mini'

/** The minimum length of secrets that an attacker could guess. */
const MIN_SECRET_LENGTH = 16

/** A text of which `read` returns the value, or undefined for a wrong one. `explain` returns what is wrong with it, to stand after the name of the variable. */
export const parsed = <Value>(read: (text: string) => Value | undefined, explain: (text: string) => string) =>
  z.pipe(
    z.string(),
    z.transform((text, { issues }): Value => {
      const value = read(text)
      if (value !== undefined) return value
      issues.push({ code: 'custom', message: explain(text), input: text })
      return z.NEVER
    }),
  )

/** Explains a wrong value by the rule that it breaks. */
export const mustBe = (rule: string) => (text: string) => `is ${JSON.stringify(text)}, but must be ${rule}`

export const number = (min: number, max: number) =>
  parsed(
    (text) => {
      const value = Number(text)
      return Number.isFinite(value) && value >= min && value <= max ? value : undefined
    },
    mustBe(`a number from ${min} to ${max}`),
  )

export const wholeNumber = (min: number, max: number) =>
  parsed(
    (text) => {
      const value = Number(text)
      return Number.isInteger(value) && value >= min && value <= max ? value : undefined
    },
    mustBe(`a whole number from ${min} to ${max}`),
  )

export const choice = <Choice extends string>(choices: readonly Choice[]) =>
  parsed((text) => choices.find((each) => each === text), mustBe(`one of ${choices.join(', ')}`))

/** `1` or `0`. */
export const flag = () =>
  parsed((text) => (text === '1' ? true : text === '0' ? false : undefined), mustBe('one of 0, 1'))

/** An address with one of some protocols. It may contain a password, so it is not quoted. */
export const address = (protocols: readonly string[]) =>
  parsed(
    (text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined
      return url !== undefined && protocols.includes(url.protocol) ? url : undefined
    },
    () => `is malformed, but must be an address that starts with ${protocols.map((each) => `${each}//`).join(' or ')}`,
  )

/** A secret that the operator chooses. The message is logged, so it does not contain the secret. */
export const secret = () =>
  parsed(
    (text) => (text.length < MIN_SECRET_LENGTH ? undefined : text),
    () =>
      `has fewer than ${MIN_SECRET_LENGTH} characters: set it to a random text, such as the output of \`openssl rand -hex 32\``,
  )

/** A value that another service gives, and that matches an expression. It is not quoted, because it may be a secret. */
export const copied = (expression: RegExp, remedy: string) =>
  parsed(
    (text) => (expression.test(text) ? text : undefined),
    () => `is malformed: ${remedy}`,
  )
