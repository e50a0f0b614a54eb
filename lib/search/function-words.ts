import { fold } from './fold'

/** Words that have a grammatical function and do not describe the subject of a sentence. */
const ENGLISH = `
  a about all am an and any are as at be become becomes been being but by can could did do does doing done for from get gets getting go goes had has have having
  he her here hers him his how i id if ill im in into is it its ive just let lets like made make makes many may me might mine much must my need
  needs no not of on or our ours please shall she should so some than that the their them then there these they this those to too up us very
  want wants was way we were what whats when where which who whom whose why will with would you your yours
  cannot cant couldnt didnt doesnt dont hasnt havent isnt shouldnt wasnt werent wont wouldnt
`

const CHINESE = `
  我 我们 你 你们 您 他 她 它 他们 自己 这 那 这个 那个 这些 那些 一个 一 个 些 的 地 得 了 着 过 吗 呢 吧 啊 是 不 不是 没 没有 有 在 和 与 或 及 把 被 让 给 对 从 到 为 于 以 用 也 都 就 还 很 要 想 想要 需要
  能 能够 可以 可 会 应 应该 应当 请 请问 怎 怎么 怎么样 怎样 如何 什么 为什么 为何 哪 哪个 哪些 哪里 哪儿 谁 几 多少 多 时候 什么时候 是否 进行
  們 我們 你們 他們 這 這個 那個 這些 個 嗎 沒有 從 會 應該 請 請問 怎麼 怎麼樣 怎樣 什麼 為什麼 哪裡 誰 幾 時候
`

const JAPANESE = `
  の に は を が で と も へ や か す れ から まで より など だけ ば た て だ です ます でし まし ます する し して した さ せ れる られ いる い ある あり なる なり
  こと もの ため よう これ それ あれ この その あの ここ そこ どこ どう どの 何 なに なぜ いつ だれ 誰 どれ いい よい でき できる できます ください
`

const ARABIC = `
  في من الى إلى على علي عن مع و او أو ثم ان أن إن انا أنا انت أنت هو هي هم نحن هذا هذه ذلك تلك التي الذي ما ماذا لماذا كيف متى متي اين أين هل كم اي أي
  لا لم لن ليس كان كانت يكون تكون قد كل بعض غير بين عند بعد قبل حتى حتي اذا إذا لكن يمكن يمكنني يمكنك اريد أريد
`

const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  fold(`${ENGLISH} ${CHINESE} ${JAPANESE} ${ARABIC}`).trim().split(/\s+/),
)

/** Whether a folded word is a function word. A search ignores the function words of a query if pages contain any of its other words. */
export const isFunctionWord = (word: string): boolean => FUNCTION_WORDS.has(word)
