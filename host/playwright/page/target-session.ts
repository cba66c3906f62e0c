import type { CDPSession } from 'playwright-core'
import { Deadline, pause, TimeoutError, within } from '../bounded.ts'
import { readBundle } from './bundles.ts'
import { WORLD, worldScript } from './guard-channel.ts'

/** A document as one session sees it. */
export interface FrameNode {
  id: string
  parentId: string | undefined
  url: string
  name: string
  session: TargetSession
  /** The frame's process did not answer; what is known of it is from before. */
  silent?: true
}

/** The document that an evaluation meant has gone. */
export class DocumentGoneError extends Error {
  override readonly name = 'DocumentGoneError'
}

/** The protocol's words for "there is no such document, node or target any more". */
const GONE =
  /context was destroyed|find context|context with specified id|Target closed|has been closed|Session closed|target frame detached|No frame|Frame with the given|Could not find node|does not belong to the document|uniqueContextId not found|Inspected target navigated/i

/**
 * Chromium's answer to a command about the page while the renderer tells of a new document that the browser process has
 * not yet made the present one.
 */
const NOT_YET_ACTIVE = /Not attached to an active page/
/** Such a moment is milliseconds long; this many mean that something else is wrong. */
const ACTIVE_MS = 3000

interface FrameTree {
  frame: { id: string; parentId?: string; url: string; urlFragment?: string; name?: string }
  childFrames?: FrameTree[]
}

/**
 * One CDP session: that of a page with its same-process frames, or that of a cross-site frame with its own. It gives
 * each document an isolated world, which the page cannot enter, and evaluates there and nowhere else.
 */
export class TargetSession {
  readonly cdp: CDPSession
  /** Set once the target has gone. */
  closed = false
  /** The isolated world of each frame's present document. */
  readonly #worlds = new Map<string, number>()
  #known: FrameNode[] = []
  /** Child frames that other processes took over, with their parents: this session lists them no more. */
  readonly #parents = new Map<string, string>()
  readonly #elsewhere = new Map<string, string>()

  constructor(cdp: CDPSession) {
    this.cdp = cdp
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      const frame = (context.auxData as { frameId?: string } | undefined)?.frameId
      if (context.name === WORLD && frame !== undefined) this.#worlds.set(frame, context.id)
    })
    cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      for (const [frame, world] of this.#worlds) if (world === executionContextId) this.#worlds.delete(frame)
    })
    // Another document of the target's own: the frames of the one before go unannounced where its process goes too
    cdp.on('Runtime.executionContextsCleared', () => {
      this.#worlds.clear()
      this.#parents.clear()
      this.#elsewhere.clear()
    })
    cdp.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
      this.#elsewhere.delete(frameId)
      this.#parents.set(frameId, parentFrameId)
    })
    cdp.on('Page.frameDetached', ({ frameId, reason }) => {
      const parent = this.#parents.get(frameId)
      this.#parents.delete(frameId)
      if (reason === 'swap' && parent !== undefined) this.#elsewhere.set(frameId, parent)
      else this.#elsewhere.delete(frameId)
    })
    cdp.on('close', () => {
      this.closed = true
      this.#worlds.clear()
    })
  }

  /** `onReport` receives what the guards of the main world tell through the isolated world's binding. */
  async start(channel: string, onReport: (payload: string, world: number) => void): Promise<void> {
    const { binding, source } = worldScript(channel)
    this.cdp.on('Runtime.bindingCalled', (call) => {
      if (call.name === binding) onReport(call.payload, call.executionContextId)
    })
    await Promise.all([
      this.cdp.send('Page.enable'),
      this.cdp.send('Runtime.addBinding', { name: binding, executionContextName: WORLD }),
      this.cdp.send('Runtime.enable'),
      this.cdp.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: WORLD, runImmediately: true }),
    ])
  }

  /**
   * Before its page is closed: Chromium ends with all of its pages where one is destroyed that has a dialog open and two
   * sessions to tell of it. Giving up the dialog lets the script that opened it go on, in a process that the next page may
   * share; so that ends as well. Not waited for, since a renderer may never answer.
   */
  leave(): void {
    this.cdp.send('Runtime.terminateExecution').catch(() => undefined)
    this.cdp.send('Page.disable').catch(() => undefined)
  }

  /** Sends an answer to the guards of a document; a document that has gone needs none. */
  tellGuards(world: number, channel: string, answer: string): void {
    const expression = `performance.dispatchEvent(new CustomEvent(${JSON.stringify(`${channel}:`)}, { detail: ${JSON.stringify(answer)} }))`
    this.cdp.send('Runtime.evaluate', { expression, contextId: world }).catch(() => undefined)
  }

  /** As `frames`, but what was known before where the process does not answer in time. */
  async framesWithin(ms: number): Promise<FrameNode[]> {
    try {
      return await within(ms, this.frames(), 'listing the frames')
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error
      return this.#known.map((node) => ({ ...node, silent: true as const }))
    }
  }

  /** The frames of this session, the root first, each before its children. */
  async frames(): Promise<FrameNode[]> {
    const { frameTree } = await this.#send(() => this.cdp.send('Page.getFrameTree'))
    const nodes: FrameNode[] = []
    const visit = (tree: FrameTree) => {
      const { id, parentId, url, urlFragment = '', name = '' } = tree.frame
      nodes.push({ id, parentId, url: url + urlFragment, name, session: this })
      for (const child of tree.childFrames ?? []) visit(child)
    }
    visit(frameTree)
    this.#known = nodes
    return nodes
  }

  /**
   * Frames of this session's documents that live in other processes and are not among `listed`: those whose own session
   * never came to answer. Frames whose element has gone are forgotten.
   */
  async framesElsewhere(listed: ReadonlySet<string>): Promise<FrameNode[]> {
    const missing = [...this.#elsewhere].filter(([id]) => !listed.has(id))
    const found = await Promise.all(
      missing.map(async ([id, parentId]): Promise<FrameNode[]> => {
        try {
          await this.#send(() => this.cdp.send('DOM.getFrameOwner', { frameId: id }))
        } catch {
          this.#elsewhere.delete(id)
          return []
        }
        return [{ id, parentId, url: await this.#urlOf(id), name: '', session: this, silent: true }]
      }),
    )
    return found.flat()
  }

  /** A cross-site frame is a target by the frame's own id; the browser process answers for it. */
  async #urlOf(frame: string): Promise<string> {
    try {
      return (await this.cdp.send('Target.getTargetInfo', { targetId: frame })).targetInfo.url
    } catch {
      return '' // gone since, or not told
    }
  }

  /** Asks again while the browser process lags behind the renderer's word that a document has come. */
  async whenActive<T>(request: () => Promise<T>): Promise<T> {
    const deadline = new Deadline(ACTIVE_MS)
    for (;;) {
      try {
        return await this.#send(request)
      } catch (error) {
        if (!(error instanceof Error && NOT_YET_ACTIVE.test(error.message)) || deadline.passed) throw error
        await pause(5)
      }
    }
  }

  /** Names the frame's present document; another document has another number. */
  async world(frame: string): Promise<number> {
    const known = this.#worlds.get(frame)
    if (known !== undefined) return known
    const made = await this.#send(() => this.cdp.send('Page.createIsolatedWorld', { frameId: frame, worldName: WORLD }))
    this.#worlds.set(frame, made.executionContextId)
    return made.executionContextId
  }

  /**
   * Calls a function in the isolated world of a frame. `source` is the text of a function; arguments and the answer
   * are JSON. Throws `DocumentGoneError` when the document changes meanwhile, or is not the one `world` names.
   */
  async call<T>(frame: string, source: string, args: readonly unknown[] = [], world?: number): Promise<T> {
    const context = await this.world(frame)
    if (world !== undefined && world !== context) throw new DocumentGoneError('the document has changed')
    return this.#call<T>({ executionContextId: context }, source, args)
  }

  /** Calls a function of the agent's surface, which is evaluated first where this document has not met it yet. */
  async callAgent<T>(frame: string, source: string, args: readonly unknown[] = [], world?: number): Promise<T> {
    const context = await this.world(frame)
    if (world !== undefined && world !== context) throw new DocumentGoneError('the document has changed')
    const asked = `function (...args) {
      if (!Object.prototype.hasOwnProperty.call(globalThis, '__dshPageAgent')) return { missing: true };
      return { answer: (${source}).apply(__dshPageAgent, args) };
    }`
    const first = await this.#call<{ missing?: true; answer: T }>({ executionContextId: context }, asked, args)
    if (!first.missing) return first.answer
    await this.#send(() =>
      this.cdp.send('Runtime.evaluate', { expression: readBundle('page-agent.js'), contextId: context }),
    )
    return (await this.#call<{ answer: T }>({ executionContextId: context }, asked, args)).answer
  }

  /** Calls a function with the element that contains a child frame as `this`, in the isolated world of that element. */
  async callOnOwner<T>(parentFrame: string, childFrame: string, source: string): Promise<T> {
    const context = await this.world(parentFrame)
    const { backendNodeId } = await this.#send(() => this.cdp.send('DOM.getFrameOwner', { frameId: childFrame }))
    const { object } = await this.#send(() =>
      this.cdp.send('DOM.resolveNode', { backendNodeId, executionContextId: context }),
    )
    const { objectId } = object
    if (objectId === undefined) throw new DocumentGoneError('the frame has no element')
    try {
      return await this.#call<T>({ objectId }, source, [])
    } finally {
      // Or the renderer keeps it for as long as its document
      this.cdp.send('Runtime.releaseObject', { objectId }).catch(() => undefined)
    }
  }

  async #call<T>(
    where: { executionContextId: number } | { objectId: string },
    source: string,
    args: readonly unknown[],
  ): Promise<T> {
    // The answer crosses as a string: V8 builds it natively, whatever its depth
    const declaration = `async function (...args) { return JSON.stringify(await (${source}).apply(this, args)) }`
    const { result, exceptionDetails } = await this.#send(() =>
      this.cdp.send('Runtime.callFunctionOn', {
        ...where,
        functionDeclaration: declaration,
        arguments: args.map((value) => ({ value })),
        returnByValue: true,
        awaitPromise: true,
      }),
    )
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    }
    return (typeof result.value === 'string' ? JSON.parse(result.value) : undefined) as T
  }

  async #send<T>(request: () => Promise<T>): Promise<T> {
    if (this.closed) throw new DocumentGoneError('the target has gone')
    try {
      return await request()
    } catch (error) {
      if (error instanceof Error && GONE.test(error.message)) throw new DocumentGoneError(error.message)
      throw error
    }
  }
}
