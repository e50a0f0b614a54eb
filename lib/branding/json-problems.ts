import * as z from 'zod/mini'
import { findNearestName } from '../edit-distance'

/** The largest number of problems that are named. */
const MAX_PROBLEMS = 20

/** A mistake in a JSON file. The text names the path. */
export interface JsonProblem {
  path: (string | number)[]
  text: string
}

/**
 * Returns what is wrong with the content of a JSON file: the path of a value and its rule, and the nearest key instead of an unknown one.
 * @example describeIssues(schema, error)[0]?.text // 'naviagtion is no key: did you mean navigation?'
 */
export function describeIssues(schema: z.core.$ZodType, { issues }: z.core.$ZodError): JsonProblem[] {
  const problems = issues.slice(0, MAX_PROBLEMS).flatMap((issue) => describeIssue(schema, issue))
  const isFirst = ({ text }: JsonProblem, place: number) => problems.findIndex((other) => other.text === text) === place
  return problems.filter(isFirst).slice(0, MAX_PROBLEMS)
}

function describeIssue(schema: z.core.$ZodType, issue: z.core.$ZodIssue): JsonProblem[] {
  const path = issue.path.filter((key) => typeof key !== 'symbol')
  if (issue.code !== 'unrecognized_keys') return [{ path, text: `${formatPath(path) || 'the file'} ${issue.message}` }]
  return issue.keys.slice(0, MAX_PROBLEMS).map((key) => ({
    path: [...path, key],
    text: `${formatPath([...path, key])} is no key: did you mean ${findNearestKey(schema, key, path)}?`,
  }))
}

/** @example formatPath(['navigation', 2, 'href']) // 'navigation[2].href' */
const formatPath = (path: readonly (string | number)[]): string =>
  path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${key}` : key), '')

/** Returns the key that an unknown key probably means. `path` is that of the object. */
function findNearestKey(whole: z.core.$ZodType, key: string, path: readonly (string | number)[]): string {
  const known = path.reduce<unknown>((schema, part) => findPart(unwrap(schema), part), whole)
  const schema = unwrap(known)
  const keys = schema instanceof z.ZodMiniObject ? Object.keys(schema.def.shape) : []
  return findNearestName(key, keys)
}

function findPart(schema: unknown, part: string | number): unknown {
  if (schema instanceof z.ZodMiniArray) return schema.def.element
  return schema instanceof z.ZodMiniObject ? schema.def.shape[part] : undefined
}

const unwrap = (schema: unknown): unknown =>
  schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault ? unwrap(schema.def.innerType) : schema
