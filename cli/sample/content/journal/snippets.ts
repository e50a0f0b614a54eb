/** The programs of the long article, in the languages they are shown in. */

export const greedy = `type Word = { text: string; width: number }

/** Fills each line as far as it goes, and never looks back. */
export function fill(words: Word[], measure: number, space: number): Word[][] {
  const lines: Word[][] = [[]]
  let used = 0
  for (const word of words) {
    const needed = used === 0 ? word.width : used + space + word.width
    if (needed > measure && used > 0) {
      lines.push([word])
      used = word.width
    } else {
      lines.at(-1)?.push(word)
      used = needed
    }
  }
  return lines
}`

export const optimal = `from functools import cache
from math import inf

def break_lines(widths, measure, space, stretch, shrink):
    """Break points of the paragraph whose demerits are least."""
    n = len(widths)

    def badness(i, j):
        gaps = j - i - 1
        natural = sum(widths[i:j]) + gaps * space
        slack = measure - natural
        if j == n and slack >= 0:
            return 0.0                      # the last line may be short
        room = gaps * (stretch if slack > 0 else shrink)
        if room <= 0:
            return inf if slack else 0.0
        ratio = slack / room
        return inf if ratio < -1 else 100 * abs(ratio) ** 3

    @cache
    def best(i):
        if i == n:
            return 0.0, ()
        options = []
        for j in range(i + 1, n + 1):
            bad = badness(i, j)
            if bad < inf:
                rest, breaks = best(j)
                options.append(((1 + bad) ** 2 + rest, (j, *breaks)))
        return min(options, default=(inf, ()))

    return best(0)[1]`

export const patterns = `use std::collections::HashMap;

/// Places where a word may be divided, by patterns such as "hy3ph" (odd numbers allow, even ones forbid).
pub fn points(word: &str, patterns: &HashMap<String, Vec<u8>>) -> Vec<usize> {
    let letters: Vec<char> = format!(".{word}.").chars().collect();
    let mut values = vec![0u8; letters.len() + 1];
    for start in 0..letters.len() {
        for end in start + 1..=letters.len() {
            let part: String = letters[start..end].iter().collect();
            if let Some(weights) = patterns.get(&part) {
                for (offset, weight) in weights.iter().enumerate() {
                    let place = &mut values[start + offset];
                    *place = (*place).max(*weight);
                }
            }
        }
    }
    (2..word.chars().count().saturating_sub(2))
        .filter(|&index| values[index + 1] % 2 == 1)
        .collect()
}`

export const fold = `-- The same idea in one line of thought: of all ways to end here, keep the cheapest.
cheapest :: (Int -> Int -> Double) -> Int -> [(Double, Int)]
cheapest cost n = table
  where
    table = [ if j == 0 then (0, 0) else minimum (ends j) | j <- [0 .. n] ]
    ends j = [ (fst (table !! i) + cost i j, i) | i <- [0 .. j - 1] ]`

export const browser = `p {
  text-align: justify;
  hyphens: auto;
  text-wrap: pretty;
  hyphenate-limit-chars: 7 3 3;
}

h1, h2, h3 {
  text-align: start;
  text-wrap: balance;
}`

export const markup = `<p lang="en">
  Typesetters call the soft hyphen in
  <span translate="no">rep&shy;re&shy;sen&shy;ta&shy;tion</span>
  discretionary: it is there, unless it is not.
</p>`

export const tryIt = `# The same experiment with your own words, in a terminal
python3 justify.py --measure 52 < paragraph.txt | less`
