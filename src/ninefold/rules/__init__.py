"""The rules of Super Tic-Tac-Toe in plain Python: the specification that everything stands on."""
