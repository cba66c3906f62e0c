import { type FakeEnvironment, FakeProvider } from '../support/fake-provider.ts'
import { providerConformance } from './conformance.ts'

providerConformance('the fake provider', async () => {
  const provider = new FakeProvider({ capabilities: { profile: true } })
  return {
    provider,
    origin: 'https://fixture.test',
    live: () => provider.environments.size,
    kill: (environment) => (environment as FakeEnvironment).crash(),
    dispose: async () => {},
  }
})
