import { type GenerateKeyPairResult, generateKeyPair } from 'jose'

const pairs = new Map<string, Promise<GenerateKeyPairResult>>()

/** Returns an RSA key pair by its name. Each is generated once per process, because that takes longer than most tests. */
export function getSigningKeys(name: string): Promise<GenerateKeyPairResult> {
  const made = pairs.get(name) ?? generateKeyPair('RS256', { extractable: true })
  pairs.set(name, made)
  return made
}
