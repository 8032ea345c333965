import { testKills } from './roundtable/kills.ts'
import { openScene } from './roundtable/scene.ts'

testKills(() => openScene())
