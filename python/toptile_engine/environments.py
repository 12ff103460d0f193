"""Upwords as an environment of Gymnasium and of PettingZoo, which must be installed:

    from toptile_engine.environments import AgainstOpponent, TwoAgents, TwoAgentsInParallel

An action is an index. The first ones are the legal plays, best first, of which the worst are left out if there are more
than fit. The last ones always mean the same: `exchange` of each face, in the order of Ruleset.symbols, and the pass.
`action_mask` says which actions are legal. An action that is not ends the game, and its player has lost.
"""

import numpy

from . import Champion, Game

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    gymnasium = spaces = None
try:
    import pettingzoo
except ImportError:
    pettingzoo = None

PLAYS = 6000  # In 99 % of all positions there are fewer than 1,000.


class Table:
    """One game of two, as arrays. It needs only numpy."""

    def __init__(self, lexicon, plays=PLAYS):
        self.lexicon, self.plays = lexicon, plays
        self.symbols = lexicon.ruleset.symbols
        self.size = lexicon.ruleset.size
        self.actions = plays + len(self.symbols) + 1
        self.pass_action = self.actions - 1

    def begin(self, seed):
        self.game, self.loser = Game(self.lexicon, seed), None
        self._look()

    @property
    def is_over(self):
        return self.game.is_over or self.loser is not None

    @property
    def seat(self):
        """The seat that moves; 0 after the game."""
        return 0 if self.is_over else self.game.seat_to_move

    def moves(self):
        """The legal moves by their actions."""
        return self._moves

    def act(self, action):
        move = self._moves.get(int(action))
        if move is None:
            self.loser = self.seat
        else:
            self.play(move)

    def play(self, move):
        self.game.play(move)
        while not self.game.is_over and self.game.is_question:
            self.game.play("accept")  # All plays are of words in the lexicon.
        self._look()

    def results(self):
        """1 for the winner, -1 for the loser, 0 for a tie, in seat order."""
        if self.loser is not None:
            return (-1.0, 1.0) if self.loser == 0 else (1.0, -1.0)
        mine, other = self.game.scores
        return (float(numpy.sign(mine - other)), float(numpy.sign(other - mine)))

    def mask(self, seat):
        """Who does not move can only pass, which then does nothing."""
        mask = numpy.zeros(self.actions, numpy.int8)
        if self.is_over or seat != self.seat:
            mask[self.pass_action] = 1
        else:
            mask[list(self._moves)] = 1
        return mask

    def observe(self, seat):
        position = self.game.position(seat)
        scores = list(self.game.scores)
        tops = numpy.array([self.symbols.find(top) + 1 for top in position.tops], numpy.uint8)
        return {"tops": tops.reshape(self.size, self.size),
                "heights": numpy.array(list(position.heights), numpy.uint8).reshape(self.size, self.size),
                "rack": self._counts(position.rack),
                "unseen": self._counts(position.unseen or ""),
                "bag": numpy.array([position.bag or 0], numpy.int32),
                "scores": numpy.array([scores[seat], scores[1 - seat]], numpy.int32),
                "action_mask": self.mask(seat)}

    def space(self):
        """The space of observe()."""
        board, faces = (self.size, self.size), (len(self.symbols),)
        tiles = sum(self.lexicon.ruleset.tiles.values())
        return spaces.Dict({"tops": spaces.Box(0, len(self.symbols), board, numpy.uint8),
                            "heights": spaces.Box(0, self.lexicon.ruleset.max_height, board, numpy.uint8),
                            "rack": spaces.Box(0, 255, faces, numpy.uint8),
                            "unseen": spaces.Box(0, 255, faces, numpy.uint8),
                            "bag": spaces.Box(0, tiles, (1,), numpy.int32),
                            "scores": spaces.Box(-10**6, 10**6, (2,), numpy.int32),
                            "action_mask": spaces.Box(0, 1, (self.actions,), numpy.int8)})

    def _look(self):
        self._moves = {}
        if self.game.is_over:
            return
        position = self.game.position()
        self._moves.update(enumerate(position.plays()[:self.plays]))
        for exchange in position.exchanges():
            face = next(symbol for symbol in position.rack
                        if exchange.text == "ex." + self.lexicon.ruleset.faces[symbol])
            self._moves[self.plays + self.symbols.index(face)] = exchange
        self._moves[self.pass_action] = "pass"

    def _counts(self, symbols):
        return numpy.array([symbols.count(symbol) for symbol in self.symbols], numpy.uint8)


def _text(table):
    """The board, row by row, and the racks."""
    position = table.game.position(table.seat)
    rows = [" ".join(position.tops[at:at + table.size]) for at in range(0, table.size**2, table.size)]
    return "\n".join([*rows, " ".join("%s (%d)" % each for each in zip(table.game.racks, table.game.scores))])


if gymnasium:

    class AgainstOpponent(gymnasium.Env):
        """A game against an opponent, which is "greedy" or a Champion with its number of `nodes`. The seats change from
        game to game. The reward comes at the end: 1, 0 or -1. `info["moves"]` has the legal moves by their actions."""

        metadata = {"render_modes": ["ansi"], "render_fps": 1}

        def __init__(self, lexicon, opponent="greedy", nodes=500, plays=PLAYS, render_mode=None):
            if opponent != "greedy" and not isinstance(opponent, Champion):
                raise ValueError("opponent: it is \"greedy\" or a Champion, not %r" % (opponent,))
            self.table, self.opponent, self.nodes, self.render_mode = Table(lexicon, plays), opponent, nodes, render_mode
            self.observation_space, self.action_space = self.table.space(), spaces.Discrete(self.table.actions)
            self.own = 1

        def reset(self, *, seed=None, options=None):
            super().reset(seed=seed)
            self.own = 0 if seed is not None else 1 - self.own
            self.table.begin(int(self.np_random.integers(2**62)))
            self._let_opponent_move()
            return self.table.observe(self.own), self._info()

        def step(self, action):
            self.table.act(action)
            self._let_opponent_move()
            reward = self.table.results()[self.own] if self.table.is_over else 0.0
            return self.table.observe(self.own), reward, self.table.is_over, False, self._info()

        def render(self):
            return _text(self.table) if self.render_mode == "ansi" else None

        def _info(self):
            return {"moves": {} if self.table.is_over else self.table.moves(), "seat": self.own}

        def _let_opponent_move(self):
            while not self.table.is_over and self.table.seat != self.own:
                position = self.table.game.position()
                if self.opponent == "greedy":
                    self.table.play(position.best_play() or "pass")
                else:
                    seed = int(self.np_random.integers(2**62))
                    self.table.play(self.opponent.choose(position, nodes=self.nodes, seed=seed))


if pettingzoo and gymnasium:

    class _Agents:
        possible_agents = ["player_0", "player_1"]
        metadata = {"render_modes": ["ansi"], "name": "upwords_v0", "is_parallelizable": False}

        def _prepare(self, lexicon, plays, render_mode):
            self.table, self.render_mode = Table(lexicon, plays), render_mode
            self._random = numpy.random.default_rng()
            self._spaces = {agent: self.table.space() for agent in self.possible_agents}
            self._actions = {agent: spaces.Discrete(self.table.actions) for agent in self.possible_agents}

        def observation_space(self, agent):
            return self._spaces[agent]

        def action_space(self, agent):
            return self._actions[agent]

        def _begin(self, seed):
            if seed is not None:
                self._random = numpy.random.default_rng(seed)
            self.table.begin(int(self._random.integers(2**62)))
            self.agents = list(self.possible_agents)

        def render(self):
            return _text(self.table) if self.render_mode == "ansi" else None

        def close(self):
            pass

    class TwoAgents(_Agents, pettingzoo.AECEnv):
        """A game between two agents in turn. The reward comes at the end: 1, 0 or -1."""

        def __init__(self, lexicon, plays=PLAYS, render_mode=None):
            super().__init__()
            self._prepare(lexicon, plays, render_mode)

        def reset(self, seed=None, options=None):
            self._begin(seed)
            self.rewards = {agent: 0.0 for agent in self.agents}
            self._cumulative_rewards = dict(self.rewards)
            self.terminations = {agent: False for agent in self.agents}
            self.truncations = {agent: False for agent in self.agents}
            self.infos = {agent: {} for agent in self.agents}
            self.agent_selection = self.agents[self.table.seat]

        def observe(self, agent):
            return self.table.observe(self.possible_agents.index(agent))

        def step(self, action):
            agent = self.agent_selection
            if self.terminations[agent] or self.truncations[agent]:
                self._was_dead_step(action)
                return
            self._cumulative_rewards[agent] = 0.0
            self.table.act(action)
            self._clear_rewards()
            if self.table.is_over:
                self.rewards = dict(zip(self.possible_agents, self.table.results()))
                self.terminations = {each: True for each in self.agents}
                self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
            else:
                self.agent_selection = self.possible_agents[self.table.seat]
            self._accumulate_rewards()

    class TwoAgentsInParallel(_Agents, pettingzoo.ParallelEnv):
        """The same game, in which both agents act at each step. The action of the one that does not move counts for
        nothing; its mask allows only the pass."""

        metadata = {**_Agents.metadata, "is_parallelizable": True}

        def __init__(self, lexicon, plays=PLAYS, render_mode=None):
            self._prepare(lexicon, plays, render_mode)

        def reset(self, seed=None, options=None):
            self._begin(seed)
            return self._observations(), {agent: {} for agent in self.agents}

        def step(self, actions):
            self.table.act(actions[self.possible_agents[self.table.seat]])
            is_over = self.table.is_over
            results = self.table.results() if is_over else (0.0, 0.0)
            stepped = (self._observations(), dict(zip(self.possible_agents, results)),
                       {agent: is_over for agent in self.agents}, {agent: False for agent in self.agents},
                       {agent: {} for agent in self.agents})
            if is_over:
                self.agents = []
            return stepped

        def _observations(self):
            return {agent: self.table.observe(seat) for seat, agent in enumerate(self.possible_agents)}


def __getattr__(name):
    needed = {"AgainstOpponent": "gymnasium", "TwoAgents": "gymnasium and pettingzoo",
              "TwoAgentsInParallel": "gymnasium and pettingzoo"}.get(name)
    if needed:
        raise ImportError(f"{name} needs {needed}: python3 -m pip install {needed.replace(' and', '')}")
    raise AttributeError(f"module 'toptile_engine.environments' has no attribute '{name}'")
