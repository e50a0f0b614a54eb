// The Lua scripts of `RedisStore`. Redis runs each of them atomically.

/** The keys of the script below, in the order of its `KEYS`. */
export const PUT_STATE_KEYS = ['writer', 'generation', 'state', 'withdrawals', 'visibility', 'history'] as const

/**
 * Publishes a state, unless another writer has the role. The state, the withdrawals, the history and the generation change atomically.
 * A generation is a time of the Redis clock in milliseconds, and always greater than the previous one. `ARGV`: the value of the role key,
 * the channel, the withdrawn ids as JSON, the compressed visibility, then names and values of the fields of the state.
 */
export const PUT_STATE = `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local generation = string.format('%d', math.max(now, tonumber(redis.call('GET', KEYS[2]) or '0') + 1))
local previous = redis.call('HGET', KEYS[3], 'manifest')
redis.call('DEL', KEYS[3])
redis.call('HSET', KEYS[3], 'generation', generation)
if previous then redis.call('HSET', KEYS[3], 'previous', previous) end
for at = 5, #ARGV, 2 do redis.call('HSET', KEYS[3], ARGV[at], ARGV[at + 1]) end
for _, id in ipairs(cjson.decode(ARGV[3])) do redis.call('ZADD', KEYS[4], generation, id) end
redis.call('SET', KEYS[5], ARGV[4])
local history = redis.call('HGET', KEYS[3], 'history')
if history then redis.call('SET', KEYS[6], history) end
redis.call('SET', KEYS[2], generation)
redis.call('PUBLISH', ARGV[2], 'snapshot')
return generation`

/** The keys of the script below, in the order of its `KEYS`. */
export const WITHDRAW_KEYS = ['writer', 'generation', 'withdrawals'] as const

/**
 * Adds withdrawals to those after the newest generation, unless another writer has the role. The next generation is later than they are,
 * so a reader that serves it no longer hides what it shows. `ARGV`: the value of the role key, the channel, the withdrawn ids as JSON.
 */
export const WITHDRAW = `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
local generation = tonumber(redis.call('GET', KEYS[2]) or '0')
local score = string.format('%d', generation) .. '.5'
for _, id in ipairs(cjson.decode(ARGV[3])) do redis.call('ZADD', KEYS[3], score, id) end
redis.call('PUBLISH', ARGV[2], 'snapshot')
return 1`

/**
 * Removes keys of the site that have an unexpected type, because commands fail for them. `ARGV`: the expected type of each key. Returns the
 * removed keys.
 */
export const REMOVE_FOREIGN = `
local removed = {}
for at, key in ipairs(KEYS) do
  local found = redis.call('TYPE', key).ok
  if found ~= 'none' and found ~= ARGV[at] then
    redis.call('UNLINK', key)
    table.insert(removed, key)
  end
end
return removed`

/** Removes keys, unless another writer has the role and may just have written them. `KEYS`: the role key, then those to remove. */
export const REMOVE_KEYS = `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
return redis.call('UNLINK', unpack(KEYS, 2))`
