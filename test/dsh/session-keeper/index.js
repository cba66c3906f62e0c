/**
 * The headless runner begins a session of a new name each time. With KEPT_SESSION=begin it begins one of a known
 * name, with KEPT_SESSION=resume it goes on with that.
 */
export const name = 'session-keeper'
export const inject = ['agents']

const SESSION = 'session-00000000-0000-4000-8000-000000000001'

export function apply(ctx) {
  const how = process.env.KEPT_SESSION
  if (!how) return
  const registry = ctx.agents.constructor.prototype
  const { create } = registry
  registry.create = function (options) {
    if (how === 'begin') return create.call(this, { ...options, sessionId: SESSION })
    const { agentOptions, setup } = options
    return this.resume({ resumeSessionId: SESSION, agentOptions, setup })
  }
}
