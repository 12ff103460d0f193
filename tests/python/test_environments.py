"""The environments for Gymnasium and PettingZoo, with the little of these packages that they use, so that only numpy is
needed."""

import importlib
import sys
import types
import unittest

from engine_module import ROOT, engine, require_numpy


class Space:
    def __init__(self, low, high, shape, dtype):
        self.low, self.high, self.shape, self.dtype = low, high, shape, dtype

    def contains(self, array):
        return (array.shape == self.shape and array.dtype == self.dtype and (array >= self.low).all()
                and (array <= self.high).all())


class Spaces(dict):
    def contains(self, observation):
        return observation.keys() == self.keys() and all(self[key].contains(observation[key]) for key in self)


class Env:
    def reset(self, *, seed=None, options=None):
        import numpy
        if seed is not None or not hasattr(self, "np_random"):
            self.np_random = numpy.random.default_rng(seed)


class AECEnv:
    """What PettingZoo does for its environments in turn."""

    def _clear_rewards(self):
        for agent in self.rewards:
            self.rewards[agent] = 0

    def _accumulate_rewards(self):
        for agent, reward in self.rewards.items():
            self._cumulative_rewards[agent] += reward

    def _was_dead_step(self, action):
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        del self.terminations[agent], self.truncations[agent], self.rewards[agent], self._cumulative_rewards[agent]
        self.agents.remove(agent)
        if self.agents:
            self.agent_selection = self.agents[0]
        self._clear_rewards()


def load_environments():
    gymnasium = types.ModuleType("gymnasium")
    gymnasium.spaces = types.SimpleNamespace(Box=Space, Dict=Spaces, Discrete=lambda n: types.SimpleNamespace(n=n))
    gymnasium.Env = Env
    pettingzoo = types.ModuleType("pettingzoo")
    pettingzoo.AECEnv, pettingzoo.ParallelEnv = AECEnv, object
    sys.modules.update(gymnasium=gymnasium, pettingzoo=pettingzoo)
    try:
        return importlib.import_module("toptile_engine.environments")
    finally:
        del sys.modules["gymnasium"], sys.modules["pettingzoo"]


@require_numpy
class Environments(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import numpy
        cls.numpy = numpy
        cls.module = load_environments()
        cls.lexicon = engine.Lexicon.load(ROOT / "lexicons" / "common.txt")

    def legal(self, observation, rng):
        return int(rng.choice(self.numpy.flatnonzero(observation["action_mask"])))

    def game_against(self, opponent, seed):
        environment = self.module.AgainstOpponent(self.lexicon, opponent, nodes=100, render_mode="ansi")
        rng = self.numpy.random.default_rng(seed)
        observation, info = environment.reset(seed=seed)
        history = []
        is_over = False
        while not is_over:
            self.assertTrue(environment.observation_space.contains(observation))
            self.assertEqual(sorted(info["moves"]), self.numpy.flatnonzero(observation["action_mask"]).tolist())
            observation, reward, is_over, is_truncated, info = environment.step(self.legal(observation, rng))
            history.append((reward, observation["scores"].tolist()))
            self.assertFalse(is_truncated)
        self.assertTrue(environment.observation_space.contains(observation))
        mine, other = observation["scores"]
        self.assertEqual(reward, int(mine > other) - int(mine < other))
        self.assertTrue(all(reward == 0 for reward, _ in history[:-1]))
        self.assertEqual(len(environment.render().splitlines()), 11)
        return history

    def test_a_game_against_an_opponent_follows_from_its_seed(self):
        for opponent in ("greedy", engine.Champion(self.lexicon, elo=900)):
            self.assertEqual(self.game_against(opponent, 5), self.game_against(opponent, 5))
        self.assertNotEqual(self.game_against("greedy", 5), self.game_against("greedy", 6))
        with self.assertRaises(ValueError):
            self.module.AgainstOpponent(self.lexicon, "alice")

    def test_the_seats_change_from_game_to_game(self):
        environment = self.module.AgainstOpponent(self.lexicon)
        seats = [environment.reset(seed=1)[1]["seat"]] + [environment.reset()[1]["seat"] for _ in range(3)]
        self.assertEqual(seats, [0, 1, 0, 1])

    def test_an_illegal_action_loses(self):
        environment = self.module.AgainstOpponent(self.lexicon)
        observation, _ = environment.reset(seed=1)
        illegal = int(self.numpy.flatnonzero(observation["action_mask"] == 0)[0])
        _, reward, is_over, _, info = environment.step(illegal)
        self.assertEqual((reward, is_over, info["moves"]), (-1.0, True, {}))

    def test_the_last_actions_always_mean_the_same(self):
        table = self.module.Table(self.lexicon, plays=50)
        table.begin(3)
        texts = {action: getattr(move, "text", move) for action, move in table.moves().items()}
        self.assertEqual(texts[table.pass_action], "pass")
        plays = table.game.position().plays()
        self.assertGreater(len(plays), 50)
        self.assertEqual([texts[action] for action in range(50)], [play.text for play in plays[:50]])
        for action, text in texts.items():
            if 50 <= action < table.pass_action:
                self.assertEqual(text, "ex." + self.lexicon.ruleset.faces[table.symbols[action - 50]])
        self.assertEqual(sum(50 <= action < table.pass_action for action in texts), len(set(table.game.position().rack)))

    def test_two_agents_play_in_turn(self):
        environment = self.module.TwoAgents(self.lexicon)
        rng = self.numpy.random.default_rng(2)
        for seed in (4, None):
            environment.reset(seed=seed)
            movers, rewards = [], {}
            while environment.agents:
                agent = environment.agent_selection
                observation = environment.observe(agent)
                self.assertTrue(environment.observation_space(agent).contains(observation))
                if environment.terminations[agent]:
                    rewards[agent] = environment._cumulative_rewards[agent]
                    environment.step(None)
                    continue
                movers.append(agent)
                self.assertEqual(environment._cumulative_rewards[agent], 0)
                environment.step(self.legal(observation, rng))
            self.assertEqual(movers[:4], ["player_0", "player_1", "player_0", "player_1"])
            self.assertEqual(sum(rewards.values()), 0)
            self.assertEqual(len(rewards), 2)

    def test_two_agents_in_parallel_play_the_same_game(self):
        environment = self.module.TwoAgentsInParallel(self.lexicon)
        in_turn = self.module.TwoAgents(self.lexicon)
        rng = self.numpy.random.default_rng(2)
        observations, _ = environment.reset(seed=7)
        in_turn.reset(seed=7)
        rewards = {}
        while environment.agents:
            actions = {agent: self.legal(observation, rng) for agent, observation in observations.items()}
            mover = in_turn.agent_selection
            other = next(agent for agent in environment.possible_agents if agent != mover)
            self.assertEqual(self.numpy.flatnonzero(observations[other]["action_mask"]).tolist(), [environment.table.pass_action])
            in_turn.step(actions[mover])
            observations, rewards, terminations, truncations, infos = environment.step(actions)
            self.assertEqual(set(terminations), set(environment.possible_agents))
            for agent in environment.possible_agents:
                for key, array in in_turn.observe(agent).items():
                    self.assertTrue((array == observations[agent][key]).all(), key)
        self.assertEqual(rewards, {agent: in_turn._cumulative_rewards[agent] for agent in environment.possible_agents})

    def test_without_the_packages_the_error_says_what_to_install(self):
        sys.modules.update(gymnasium=None, pettingzoo=None)
        name = "toptile_engine.environments"
        known = sys.modules.pop(name, None)
        try:
            without = importlib.import_module(name)
            with self.assertRaisesRegex(ImportError, "pip install gymnasium pettingzoo"):
                without.TwoAgents
            with self.assertRaises(AttributeError):
                without.nothing
        finally:
            del sys.modules["gymnasium"], sys.modules["pettingzoo"]
            if known:
                sys.modules[name] = known


if __name__ == "__main__":
    unittest.main()
