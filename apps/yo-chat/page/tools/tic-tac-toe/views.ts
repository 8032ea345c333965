export { default as Board } from './board.tsx'
export { default as FinishedGame } from './finished-game.tsx'
